/** Which requests may change something: only those that one of our own pages sent. */

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafeMethod = (method: string) => SAFE_METHODS.has(method.toUpperCase())

interface Sender {
  /** Sec-Fetch-Site, from browsers of 2020 and later on trustworthy origins. */
  fetchSite: string | undefined
  origin: string | undefined
  referer: string | undefined
}

/**
 * Whether another site may have sent this. `null` origins (sandboxed frames, data: pages) count as another
 * site. With none of the three headers it is no browser of this century, and SameSite=Lax withholds the
 * cookie from other sites anyway.
 */
export function isCrossSite(
  { fetchSite, origin, referer }: Sender,
  host: string,
  publicOrigin?: string,
): boolean {
  if (fetchSite && fetchSite !== 'same-origin' && fetchSite !== 'none') return true
  const claimed = origin ?? referer
  if (claimed === undefined) return false
  if (!URL.canParse(claimed)) return true
  const from = new URL(claimed)
  return publicOrigin ? from.origin !== publicOrigin : from.host !== host.toLowerCase()
}

/** The same console at another host of its own: scheme and port are those that its public address has. */
export function originAt(publicOrigin: string, host: string): string {
  const url = new URL(publicOrigin)
  if (URL.canParse(`http://${host}`)) url.hostname = new URL(`http://${host}`).hostname
  return url.origin
}
