/**
 * What a request line may hold instead of a path. A proxy's form (`GET http://host/slots`, RFC 9112 section 3.2.2)
 * means the plain path on
 * that host, whatever the Host header says; `*` (of OPTIONS) and anything else that is no path means the root.
 */
import type { IncomingMessage } from 'node:http'

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^#]*)/i

/** Changes the request, before anything else reads it. */
export function plainRequestLine(request: Pick<IncomingMessage, 'headers' | 'url'>): void {
  const { url = '/' } = request
  if (url.startsWith('/')) return
  const [, authority = '', rest = ''] = ABSOLUTE.exec(url) ?? []
  request.url = rest.startsWith('/') ? rest : `/${rest.startsWith('?') ? rest : ''}`
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  if (host) request.headers.host = host
}

/** What is logged of an address: the query may hold tokens, or what somebody searched for. */
export const pathOf = (url: string | undefined): string => (url ?? '/').split('?', 1)[0] ?? '/'
