/**
 * A token that came in an address. It leaves the address before anything is shown: an address stands in the browser's
 * history, in the
 * Referer of what is opened next and in the log of a proxy. No page holds it; the browser keeps it where no script can
 * read it.
 */
import { createCookie, redirect } from '@remix-run/node'
import { env } from '../process/env.server'
import { once } from '../process/once.server'

/** Seconds: as long as a link for a forgotten password opens. One that lives longer can be opened again. */
const HALF_AN_HOUR = 1_800
/** Seconds; a browser keeps no cookie for longer. Each page of a display puts it off. */
const AS_LONG_AS_CAN_BE = 400 * 86_400
const LONGEST_TOKEN = 100

function tokenCookie(name: 'link' | 'hall', maxAge: number) {
  const cookie = () =>
    once(`${name}-token-cookie`, () => {
      const { https, sessionSecret } = env()
      return createCookie(https ? `__Host-${name}` : name, {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: https,
        maxAge,
        secrets: [sessionSecret],
      })
    })
  return {
    /**
     * A redirect to the same page without the token; null when the address has none. Nothing is used up: mail scanners
     * open links, too.
     */
    async outOfAddress(url: URL): Promise<Response | null> {
      const token = url.searchParams.get('token')
      if (token === null) return null
      const headers = new Headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
      headers.append('Set-Cookie', await cookie().serialize(token.slice(0, LONGEST_TOKEN)))
      return redirect(url.pathname, { status: 303, headers })
    },
    async read(request: Request): Promise<string | null> {
      const token: unknown = await cookie().parse(request.headers.get('Cookie'))
      return typeof token === 'string' && token !== '' ? token : null
    },
    /** Answers the Set-Cookie value. */
    keep: (token: string): Promise<string> => cookie().serialize(token),
    /** Answers the Set-Cookie value. */
    forget: (): Promise<string> => cookie().serialize('', { maxAge: 0 }),
  }
}

/** Of a link that sets a password. */
const link = tokenCookie('link', HALF_AN_HOUR)
export const tokenOutOfAddress = link.outOfAddress
export const linkTokenIn = link.read
export const noLinkToken = link.forget

/** Of a display's address. */
export const displayToken = tokenCookie('hall', AS_LONG_AS_CAN_BE)
