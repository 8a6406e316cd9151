/** Where to go back to: only ever a page of this console. */

/** Pages that make no sense to return to. */
const NOWHERE = /^\/(?:auth|logout|error|language|preferences|version\.json|health)(?:[/?#]|$)/
const LONGEST = 2_000

/**
 * The same path and query, cleaned of hand-over tokens, or null when it could lead anywhere else: another origin, a
 * scheme-relative address (//host, /\host and their encoded forms), control characters, or a page that would only lead
 * back here.
 */
export function safeRedirect(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || wanted.length > LONGEST || !wanted.startsWith('/')) return null
  if (leavesSite(wanted) || leavesSite(decoded(wanted))) return null
  const home = 'http://console.invalid'
  if (!URL.canParse(wanted, home)) return null
  const url = new URL(wanted, home)
  // Judged again as it will be followed: without its dots, `/../%2Fhost` is `/%2Fhost`.
  if (url.origin !== home || leavesSite(url.pathname) || leavesSite(decoded(url.pathname))) return null
  withoutTokens(url)
  const path = url.pathname + url.search
  return path.length > LONGEST || NOWHERE.test(path) ? null : path
}

/** Removes what must not stay in an address: the hand-over tokens. */
export function withoutTokens(url: URL): URL {
  url.searchParams.delete('atoken')
  url.searchParams.delete('rtoken')
  return url
}

/** The sign-in page that leads back to `path` afterwards. */
export function signInPath(path: string | null): string {
  const back = safeRedirect(path)
  return back && back !== '/' ? `/auth/login?redirectTo=${encodeURIComponent(back)}` : '/auth/login'
}

// Browsers read a backslash as a slash and drop tabs and line breaks anywhere in an address.
const leavesSite = (path: string) =>
  /^\/[/\\]/.test(path) ||
  /[\\\u0000-\u001f\u007f]/.test(path.split(/[?#]/, 1)[0] ?? '') ||
  /[\u0000-\u001f\u007f]/.test(path)

/** Decoded until nothing changes: an address may be encoded more than once on its way through forms. */
function decoded(path: string): string {
  let text = path.split(/[?#]/, 1)[0] ?? ''
  for (let round = 0; round < 5; round++) {
    const next = decodeOnce(text)
    if (next === text) break
    text = next
  }
  return text
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Broken escapes: treated as leaving, by a character that is refused.
    return '\u0000'
  }
}
