/** What every page's frame needs: `export const loader = open(shellData)` in root.tsx. Never fails because the backend is down. */
import type { ShellData } from '../console/shell-data'
import type { OpenContext } from './guard.server'
import { readPreferences } from './preferences.server'
import { takeToast } from './toast.server'

export async function shellData({ request, url, visit, user, permissions, locale, timeZone, theme, density, requestId }: OpenContext): Promise<ShellData> {
  return {
    user: user ? { id: user.user_id, name: user.full_name || user.username, username: user.username, tenantId: user.tenant_id } : null,
    permissions, locale, timeZone, theme, density, requestId,
    // Taken only by whoever sees it: a message must not vanish into a page that shows nobody's name.
    flash: user ? await takeToast(visit) : null,
    nonce: visit.nonce,
    path: url.pathname + url.search,
    now: Date.now(),
    preferences: { rowsPerPage: readPreferences(request.headers.get('Cookie')).rowsPerPage },
  }
}
