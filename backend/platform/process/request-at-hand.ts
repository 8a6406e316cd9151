/** Which request the running code works for, however deep it is: what is logged or goes wrong there names it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Leaving } from './leaving'
import type { Traced } from './traces'

export interface RequestAtHand {
  /** Of its line in the log. */
  request_id: string
  method: string
  /** Without the query, which may hold tokens. */
  path: string
  /** The pattern of addresses that it belongs to, once it is known. */
  route?: string
  /**
   * Answers it with 500 where its own code no longer can: the caller is not left waiting. Does nothing once it is
   * answered.
   */
  giveUp?: () => void
  /** Where traces are wanted: what its own work is a part of. */
  span?: Traced | undefined
  /** Whether the connection closed before the answer was complete. */
  hasGone?: () => boolean
  /** Of a request whose answer somebody may stop waiting for, so that what is read for it is no longer wanted. */
  leaving?: Leaving | undefined
}

const storage = new AsyncLocalStorage<RequestAtHand | undefined>()

const nothing = (): void => {}
const yes = (): boolean => true
const no = (): boolean => false

/**
 * Once its connection is done with it. Whatever promise or timer was made while it was at hand leads to it for as long
 * as it lives, and must not lead to the answer and all that was made for it.
 */
export function letGoOfAnswer(request: RequestAtHand, hasGone: boolean): void {
  request.giveUp = nothing
  request.hasGone = hasGone ? yes : no
}

export const requestAtHand = (): RequestAtHand | undefined => storage.getStore()

export const duringRequest = <Result>(request: RequestAtHand, work: () => Result): Result =>
  storage.run(request, work)

/** For a hook that cannot wrap what comes after it: holds until the running callback's own work has ended. */
export const enterRequest = (request: RequestAtHand): void => storage.enterWith(request)

/** For what outlives the request that happened to start it: a connection, a timer. */
export const outsideRequests = <Result>(work: () => Result): Result => storage.exit(work)
