/**
 * A form that a script sends for an island. It was done only where the answer says so: a page that came instead, a
 * redirect, an error or no answer at all each have their own word, and what stands on the page stays as it was.
 */

/** Why it was not done; `unknown`: it went out, and whether it was done nobody here can say. */
export const refusals = ['signed_out', 'forbidden', 'refused', 'failed', 'unknown'] as const
export type Refusal = (typeof refusals)[number]

/** Exactly one of the two. */
export type Posted<Answer> =
  | { answer: Answer; refusal?: undefined }
  | { answer?: undefined; refusal: Refusal }

/** As long as the console itself waits for its backend, and a moment more. */
const PATIENCE_MS = 20_000

export async function postForm<Answer>(
  path: string,
  fields: [string, string][],
  isAnswer: (body: unknown) => body is Answer,
): Promise<Posted<Answer>> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Accept: 'application/json' },
      // A page that is left goes on sending what was pressed on it.
      keepalive: true,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const body = (await response.json().catch(() => undefined)) as unknown
    if (response.ok && isAnswer(body)) return { answer: body }
    return { refusal: refusalOf(response, body) }
  } catch {
    return { refusal: 'unknown' }
  }
}

/** A redirect has status 0 here, and all that the console redirects such a form to is a page to sign in on. */
function refusalOf({ type, status }: Response, body: unknown): Refusal {
  if (type === 'opaqueredirect' || status === 401) return 'signed_out'
  if (status === 403) return 'forbidden'
  if (status >= 400 && status < 500) return 'refused'
  // What is no refusal in the console's own words came from something between, which may have lost the answer.
  const error = (body as { error?: { code?: unknown; unknown?: unknown } } | undefined)?.error
  return status >= 500 && typeof error?.code === 'string' && error.unknown !== true ? 'failed' : 'unknown'
}
