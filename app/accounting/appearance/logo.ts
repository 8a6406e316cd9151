/** The logo of one's own tenant, as its pages show it. The address names its bytes, so a browser may store it. */
import { logoPicture, ownLogoPath } from '../../../backend/accounting/appearance/appearance.contract'
import { notFound } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded('signed-in', async ({ api, params }) => {
  const { logo } = await api.call('GET', ownLogoPath, { schema: logoPicture })
  if (!logo?.png || logo.sha256 !== params.sha256) throw notFound()
  return new Response(Buffer.from(logo.png, 'base64'), {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'private, max-age=86400, immutable',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
})
