/** One spelling for one host. */

/** A name as DNS compares it: letters of one case, without the dot that ends it. IPv6 is without its brackets. */
export const plainHost = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
