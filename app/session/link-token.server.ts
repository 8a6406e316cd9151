/**
 * The token of a link that sets a password. It leaves the address before anything is shown: an address stands in the browser's history, in the
 * Referer of what is opened next and in the log of a proxy. No page holds it; the browser keeps it where no script can read it.
 */
import { createCookie, redirect } from '@remix-run/node'
import { env } from '../env.server'
import { once } from '../once.server'

/** Seconds: as long as a link for a forgotten password opens. One that lives longer can be opened again. */
const HALF_AN_HOUR = 1_800
const LONGEST_TOKEN = 100

const cookie = () =>
  once('link-token-cookie', () => {
    const { https, sessionSecret } = env()
    return createCookie(https ? '__Host-link' : 'link', {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: https,
      maxAge: HALF_AN_HOUR,
      secrets: [sessionSecret],
    })
  })

/** A redirect to the same page without the token; null when the address has none. Nothing is used up: mail scanners open links, too. */
export async function tokenOutOfAddress(url: URL): Promise<Response | null> {
  const token = url.searchParams.get('token')
  if (token === null) return null
  const headers = new Headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  headers.append('Set-Cookie', await cookie().serialize(token.slice(0, LONGEST_TOKEN)))
  return redirect(url.pathname, { status: 303, headers })
}

export async function linkTokenIn(request: Request): Promise<string | null> {
  const token: unknown = await cookie().parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : null
}

/** Answers the Set-Cookie value. */
export const noLinkToken = (): Promise<string> => cookie().serialize('', { maxAge: 0 })
