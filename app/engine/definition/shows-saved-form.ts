import { resourceAtPath } from './registry'

/**
 * Whether a form that was sent to this address is shown there again with what was typed; the others are listed field by
 * field.
 */
export function showsSavedForm(path: string): boolean {
  const pathname = path.split('?', 1)[0] ?? ''
  const resource = resourceAtPath(pathname)
  if (!resource?.form) return false
  const rest = pathname.slice(resource.path.length)
  return rest === '/new' || /^\/[0-9a-f]{24}\/edit$/.test(rest)
}
