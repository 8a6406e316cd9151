/** How an island is watched before, or instead of, being woken: a few lines without React, in the one script of every page. */

/**
 * Called once the page has come to rest. What it does by itself must be cheap; `wake` loads React and draws the island with its props and `more`.
 * It answers false when the code could not be had, as when the network is away.
 */
export type Watch<Props> = (
  element: HTMLElement,
  props: Props,
  wake: (more?: object) => Promise<boolean>,
) => void

/** Null when the server does not say. */
export async function askJson<Answer>(path: string, method = 'GET'): Promise<Answer | null> {
  try {
    const answer = await fetch(path, {
      method,
      headers: { Accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    })
    return answer.ok ? ((await answer.json()) as Answer) : null
  } catch {
    return null
  }
}

export const isLookedAt = (): boolean => document.visibilityState === 'visible'

/** A timer's longest wait. */
export const LONGEST_MS = 2 ** 31 - 1
