/** Headers of every HTML page, on top of admission's baseline for every answer. */
import { createHash } from 'node:crypto'
import { beforeStyles } from '../console/before-styles'
import { acrossPaper } from '../ui/paper'

interface About {
  nonce: string
  /** Vite's development server injects styles and connects back to itself. */
  development: boolean
}

/** A page may name people and money, and its language and theme follow cookies: no cache keeps any. */
export const noStore = 'no-store'

export function documentHeaders({ nonce, development }: About): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': noStore,
    'Content-Security-Policy': contentSecurityPolicy(nonce, development),
  }
}

/** The only styles that stand in a page. */
const ownStyles = [beforeStyles, acrossPaper]
  .map(style => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  .join(' ')

function contentSecurityPolicy(nonce: string, development: boolean): string {
  const directives = {
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': development ? "'self' 'unsafe-inline'" : `'self' ${ownStyles}`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': development ? "'self' ws:" : "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
