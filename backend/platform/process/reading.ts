/**
 * For whom the running code reads, however deep it is. Nothing that writes runs within: what has begun to be written is
 * written whole.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Leaving } from './leaving'

export interface Reading {
  /** Places of heavy work are shared among these. */
  person: string
  tenant: string
  /** None where nobody can tell that they have gone. */
  leaving?: Leaving | undefined
  /** It may ask for much: a report, a long list. */
  isWide: boolean
  /** When one of its statements was last answered (`performance.now()`): whoever gets on need not wait. */
  servedAt: number
}

const storage = new AsyncLocalStorage<Reading>()

export const readingAtHand = (): Reading | undefined => storage.getStore()

export const whileReading = <Result>(reading: Reading, work: () => Result): Result =>
  storage.run(reading, work)
