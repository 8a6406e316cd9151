/** What a share link shows, asked for as nobody: a session of the console changes nothing of it. */
import {
  openAnswer,
  openPath,
  type OpenAnswer,
} from '../../../backend/accounting/share-links/share-links.contract'
import { ApiError } from '../../api/api-error'
import { publicApi } from '../seals/public-api.server'
import { LINK, looksAhead, READS, tokenIn } from './looks-ahead'

const LONGEST = 100

/** Null for a link that shows nothing, whyever: that is nobody's business who guesses. */
export async function opened(
  request: Request,
  url: URL,
  what: 'page' | 'pdf' | 'xlsx' | 'csv' | 'check',
): Promise<OpenAnswer | null> {
  const token = tokenIn(url)
  if (token === '' || token.length > LONGEST) return null
  try {
    return await publicApi(request).call('POST', openPath, {
      // Programs that look ahead are shown nothing, so that is no opening.
      body: { token, what: looksAhead(request) ? 'check' : what },
      schema: openAnswer,
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/**
 * A page below the shared one, of the same link and in the same language. `read`: as `pressedUntil` writes it, of a
 * person whose program is taken for one that looks ahead.
 */
export function sharedHref(url: URL, below = '', read = url.searchParams.get(READS)): string {
  const parameters = new URLSearchParams({ [LINK]: tokenIn(url) })
  const language = url.searchParams.get('lng')
  if (language) parameters.set('lng', language)
  if (read) parameters.set(READS, read)
  return `/shared${below}?${parameters.toString()}`
}
