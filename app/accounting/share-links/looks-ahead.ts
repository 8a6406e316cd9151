/**
 * Programs that read a link before a person opens it: mail scanners, previews in a chat, crawlers, a browser that
 * fetches ahead. Some people's programs are taken for one of these, so their page leads on by `READS`.
 */
import { isFetchedAhead } from '../../session/fetched-ahead.server'

export const READS = 'read'

/** CUBOT is a make of telephone. */
const AHEAD =
  /(?<!cu)bot(?![a-z])|crawl|spider|preview|externalhit|whatsapp|embedly|iframely|vkshare|mattermost|linkexpand/i

export function looksAhead(request: Request): boolean {
  const { method, headers, url } = request
  if (method === 'HEAD' || isFetchedAhead(request)) return true
  if (new URL(url).searchParams.get(READS) === '1') return false
  return AHEAD.test(headers.get('User-Agent') ?? '')
}
