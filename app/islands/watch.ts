/**
 * How an island is watched before, or instead of, being woken: a few lines without React, in the one script of every
 * page.
 */

/**
 * Called once the page has come to rest. What it does by itself must be cheap; `mount` loads React and draws the island
 * with its props and `more`.
 * It answers false when the code could not be had, as when the network is away.
 */
export type Watch<Props> = (
  element: HTMLElement,
  props: Props,
  mount: (more?: object) => Promise<boolean>,
) => void

/**
 * Null when the server does not say: what answers in its place, a sign-in page or somebody else's, is no answer either.
 */
export async function askJson<Answer>(
  path: string,
  isAnswer: (body: unknown) => body is Answer,
): Promise<Answer | null> {
  try {
    const answer = await fetch(path, {
      headers: { Accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    })
    const body: unknown = answer.ok ? await answer.json() : null
    return isAnswer(body) ? body : null
  } catch {
    return null
  }
}

export const isLookedAt = (): boolean => document.visibilityState === 'visible'

/** A timer's longest wait. */
export const LONGEST_MS = 2 ** 31 - 1

/** An object that has at least these members, of these types. */
export const hasShape =
  <Shape extends object>(shape: { [Name in keyof Shape]?: 'string' | 'number' | 'boolean' }) =>
  (body: unknown): body is Shape =>
    typeof body === 'object' &&
    body !== null &&
    Object.entries(shape).every(([name, type]) => typeof (body as Record<string, unknown>)[name] === type)
