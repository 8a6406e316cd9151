/** The script requests a whole page for the sake of a part of it. */
const PATIENCE_MS = 10_000

/**
 * A page of this console. Null where another page came than the one requested: an error, somebody signed out
 * meanwhile (that page is for the whole window), no answer in time. `Purpose`: a message that is shown once
 * stays for a page that is seen whole (session/fetched-ahead.server.ts).
 */
export async function fetchedPage(href: string): Promise<Document | null> {
  try {
    const answer = await fetch(href, {
      headers: { Purpose: 'prefetch' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!answer.ok || answer.redirected) return null
    return new DOMParser().parseFromString(await answer.text(), 'text/html')
  } catch {
    return null
  }
}

/** Of a link, that the page is wanted here: whoever wants it in a tab of its own gets that. */
export const isMeantHere = (press: MouseEvent): boolean =>
  press.button === 0 && !(press.ctrlKey || press.metaKey || press.shiftKey)
