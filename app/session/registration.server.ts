/** Whether people may ask for an account at the address at which they found this console: its tenant says so. */
import type { z } from 'zod'
import { registrationState } from '../../backend/identity/auth/registration.contract'
import { plainHost } from '../../backend/platform/contract/host-name'
import { remembered } from '../api/remembered.server'
import { strangersApi } from './request-session.server'

export const REGISTRATION = '/api/authorization/v1/registration'

export const hostOf = (url: URL): string => plainHost(url.hostname)

type State = z.output<typeof registrationState>
const known = remembered<State>({ max: 100, ttl: 60_000 })

/** Throws ApiError. */
export async function registrationAt(request: Request, host: string, timeLimitMs?: number): Promise<State> {
  const state = await strangersApi(request).call('POST', `${REGISTRATION}-state`, {
    body: { host },
    schema: registrationState,
    write: false,
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
  })
  known.set(host, state)
  return state
}

/** For the sign-in page: a backend that does not answer takes no requests and names no users of a demo. */
export async function signInPageState(
  request: Request,
  url: URL,
): Promise<{ registration: boolean; demo: NonNullable<State['demo']>; demoShare: string | null }> {
  const host = hostOf(url)
  const state = known.get(host) ?? (await registrationAt(request, host, 1_500).catch(() => null))
  return { registration: state?.open ?? false, demo: state?.demo ?? [], demoShare: state?.demo_share ?? null }
}
