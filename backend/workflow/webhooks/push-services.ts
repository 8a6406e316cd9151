/** Whose push services messages are sent through: those of the browsers, and what the installation adds. */
import { plainHost } from '../../platform/contract/host-name'

/** Google's, Mozilla's, Apple's, Microsoft's; `*.` is any name under it. */
const known = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

/** Anybody who signs in may name an address, so it is none but these: nothing else is sent a request. */
export function isPushService(
  address: string,
  {
    pushServices,
    webhookTestOrigins,
  }: { pushServices: readonly string[]; webhookTestOrigins: readonly string[] },
): boolean {
  const url = new URL(address)
  if (webhookTestOrigins.includes(url.origin)) return true
  const host = plainHost(url.hostname)
  return (
    url.port === '' &&
    [...known, ...pushServices].some(name =>
      name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name,
    )
  )
}
