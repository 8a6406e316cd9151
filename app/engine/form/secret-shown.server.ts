import { publicAddress } from '../../session/public-address.server'

/**
 * One that begins with a slash is an address of this console, and is handed on whole: it is opened in another browser.
 */
export const shownSecret = (secret: string | null, url: URL): string | null =>
  secret?.startsWith('/') ? publicAddress(url).origin + secret : secret
