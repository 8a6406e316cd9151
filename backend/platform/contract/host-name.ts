/** One spelling for one host. */

/** A name as DNS compares it: letters of one case, without the dot that ends it. IPv6 is without its brackets. */
export const plainHost = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')

/** Of a Host header, which may name a port. */
export const hostOfHeader = (header: string): string =>
  URL.canParse(`http://${header}`) ? plainHost(new URL(`http://${header}`).hostname) : ''

/** In which the console says at which of its addresses somebody is. */
export const CONSOLE_HOST = 'x-console-host'
