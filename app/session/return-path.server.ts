/** The page that a small form (language, theme) was sent from: its own word, or the browser's. */
import { safeRedirect } from './redirect-to'

/** Sign-in and error pages have language menus too. */
const RETURNABLE = /^\/(?:auth\/[\w/-]+|error\/error-v1)(?:\?|$)/

export function returnPath(form: FormData, request: Request): string {
  return back(form.get('redirectTo')) ?? back(refererPath(request)) ?? '/'
}

function back(wanted: unknown): string | null {
  const safe = safeRedirect(wanted)
  if (safe) return safe
  return typeof wanted === 'string' && RETURNABLE.test(wanted) && !/[\\\u0000-\u001f\u007f]/.test(wanted)
    ? wanted
    : null
}

function refererPath(request: Request): string | null {
  const referer = request.headers.get('Referer')
  if (!referer || !URL.canParse(referer)) return null
  const { pathname, search } = new URL(referer)
  return pathname + search
}
