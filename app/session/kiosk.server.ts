/**
 * A device that people share: a signed cookie of its own, made by an administrator, which decides how long sessions
 * last on it.
 */
import { HOUR_MS, MINUTE_MS } from '../../backend/platform/contract/durations'
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { kioskSession } from '../../backend/platform/contract/kiosks.contract'
import type { Api } from '../api/client.server'
import { ApiError } from '../api/api-error'
import { env } from '../process/env.server'
import { log } from '../process/log.server'
import { once } from '../process/once.server'
import type { Limits } from './session-store.server'

const YEAR_SECONDS = 365 * 24 * 3_600

const device = z.object({
  id: z.string(),
  name: z.string(),
  secret: z.string(),
  idle_minutes: z.number(),
  absolute_hours: z.number(),
})
export type Device = z.output<typeof device>

const cookie = () =>
  once('kiosk-cookie', () => {
    const { https, sessionSecret } = env()
    return createCookie(https ? '__Host-kiosk' : 'kiosk', {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: https,
      secrets: [sessionSecret],
      maxAge: YEAR_SECONDS,
    })
  })

/** Null for a device of one person's own. */
export async function kioskIn(cookieHeader: string | null): Promise<Device | null> {
  if (!cookieHeader?.includes('kiosk=')) return null
  const read = device.safeParse(await cookie().parse(cookieHeader))
  return read.success ? read.data : null
}

/** Set-Cookie values. */
export const kioskCookie = (made: Device) => cookie().serialize(made)
export const noKioskCookie = () => cookie().serialize('', { maxAge: 0 })

/**
 * Each sign-in reads the limits anew, so that a kiosk that was changed or taken back elsewhere is so here.
 * While the backend does not answer that, the limits that the device got when it became a kiosk hold: shorter
 * limits must not fall away with a slow moment.
 */
export async function kioskLimits(api: Api, cookieHeader: string | null): Promise<Limits | undefined> {
  const here = await kioskIn(cookieHeader)
  if (!here) return undefined
  try {
    return milliseconds(
      await api.call('POST', '/api/settings/v1/kiosk-session', {
        body: { secret: here.secret },
        schema: kioskSession,
        timeLimitMs: 1_500,
      }),
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) return undefined
    log.warn({ why: error.message }, "a kiosk's limits could not be asked for")
    return milliseconds(here)
  }
}

const milliseconds = ({
  idle_minutes,
  absolute_hours,
}: Pick<Device, 'idle_minutes' | 'absolute_hours'>): Limits => ({
  idleMs: idle_minutes * MINUTE_MS,
  absoluteMs: absolute_hours * HOUR_MS,
})
