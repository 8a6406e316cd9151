/**
 * That somebody has signed in from this browser before, so that strangers' wrong passwords do not lock them out. The
 * backend makes the text and alone can read it; the browser keeps it where no script of a page can, and it outlives the
 * session.
 */
import { createCookie } from '@remix-run/node'
import { env } from '../process/env.server'
import { once } from '../process/once.server'

/** As long as the backend knows a device: each sign-in begins it anew. */
const HALF_YEAR_SECONDS = 180 * 24 * 3_600

const cookie = () =>
  once('known-device-cookie', () => {
    const { https, sessionSecret } = env()
    return createCookie(https ? '__Host-device' : 'device', {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: https,
      maxAge: HALF_YEAR_SECONDS,
      secrets: [sessionSecret],
    })
  })

export async function deviceTokenIn(cookieHeader: string | null): Promise<string | undefined> {
  const token: unknown = cookieHeader === null ? null : await cookie().parse(cookieHeader)
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Answers the Set-Cookie value. */
export const deviceCookie = (token: string): Promise<string> => cookie().serialize(token)
