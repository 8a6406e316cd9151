/**
 * Programs that read a link before a person opens it: mail scanners, previews in a chat, crawlers, a browser that
 * fetches ahead. Some people's programs are taken for one of these, so their page has a button. What it leads to is an
 * address that holds for an hour: a program that follows links finds none, and one that is sent the address of a
 * person's page later is shown nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../../../backend/platform/contract/durations'
import { isFetchedAhead } from '../../session/fetched-ahead.server'

export const LINK = 'link'
export const READS = 'read'

export const tokenIn = ({ searchParams }: URL): string => searchParams.get(LINK) ?? ''

/** CUBOT is a make of telephone. */
const AHEAD =
  /(?<!cu)bot(?![a-z])|crawl|spider|preview|externalhit|whatsapp|embedly|iframely|vkshare|mattermost|linkexpand/i

export function looksAhead(request: Request, now = Date.now()): boolean {
  const { method, headers } = request
  if (method === 'HEAD' || isFetchedAhead(request)) return true
  if (isPressed(new URL(request.url), now)) return false
  return AHEAD.test(headers.get('User-Agent') ?? '')
}

/** The value of `READS` for whoever has pressed the button of this link's page. `now` in epoch milliseconds. */
export const pressedUntil = (url: URL, now = Date.now()): string => signed(url, now + HOUR_MS)

/** The link's own secret is the key: any console of the installation reads what another one signed. */
function signed(url: URL, until: number): string {
  const mark = createHmac('sha256', tokenIn(url)).update(`read until ${until}`).digest('base64url')
  return `${until}.${mark}`
}

function isPressed(url: URL, now: number): boolean {
  const given = url.searchParams.get(READS) ?? ''
  const until = Number(given.split('.')[0])
  if (!Number.isSafeInteger(until) || until <= now || until > now + HOUR_MS) return false
  const [one, other] = [Buffer.from(given), Buffer.from(signed(url, until))]
  return one.length === other.length && timingSafeEqual(one, other)
}
