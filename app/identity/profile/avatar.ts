/** A picture, for whoever is signed in and may see whose it is. */
import { avatarPicture } from '../../../backend/identity/profile/profile.contract'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded('signed-in', async ({ api, params }) => {
  const { webp } = await api.call('GET', `/api/users/v1/avatar/${idOf(params)}`, { schema: avatarPicture })
  return new Response(Buffer.from(webp, 'base64'), {
    headers: {
      'Content-Type': 'image/webp',
      // Only this browser caches it, and for this session: the next person to sign in must have their own right to see
      // it.
      'Cache-Control': 'private, max-age=3600',
      Vary: 'Cookie',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
})
