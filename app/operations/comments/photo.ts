/** A photo of a comment, small or whole, for whoever may read the record. */
import {
  commentPhotoPath,
  photoAnswer,
  photoSize,
  readsComments,
} from '../../../backend/operations/comments/comments.contract'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded(readsComments, async ({ api, params, url }) => {
  const size = photoSize.catch('whole').parse(url.searchParams.get('size'))
  const { webp } = await api.call('GET', `${commentPhotoPath}/${idOf(params)}?size=${size}`, {
    schema: photoAnswer,
  })
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
