/** What a share link shows, asked for as nobody: a session of the console changes nothing of it. */
import {
  openAnswer,
  openPath,
  type OpenAnswer,
} from '../../../backend/accounting/share-links/share-links.contract'
import { ApiError } from '../../api/api-error'
import { publicApi } from '../seals/public-api.server'
import { looksAhead, READS } from './looks-ahead'

const LONGEST = 100
export const LINK = 'link'

export const tokenIn = ({ searchParams }: URL): string => searchParams.get(LINK) ?? ''

/** Null for a link that shows nothing, whyever: that is nobody's business who guesses. */
export async function opened(
  request: Request,
  url: URL,
  what: 'page' | 'pdf' | 'xlsx' | 'csv',
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

/** A page below the shared one, of the same link and in the same language. `reads`: a person asks for it. */
export function sharedHref(url: URL, below = '', reads = false): string {
  const parameters = new URLSearchParams({ [LINK]: tokenIn(url) })
  const language = url.searchParams.get('lng')
  if (language) parameters.set('lng', language)
  if (reads || url.searchParams.get(READS) === '1') parameters.set(READS, '1')
  return `/shared${below}?${parameters.toString()}`
}
