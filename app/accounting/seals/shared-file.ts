import { fileAnswer, filePath } from '../../../backend/accounting/share-links/share-links.contract'
import { notFound } from '../../engine/data/resource-at.server'
import { open } from '../../session/guard.server'
import { publicApi } from './public-api.server'

/** A file of what a share link shows. */
export const loader = open(async ({ url, request }) => {
  const [token, format] = [url.searchParams.get('link') ?? '', url.searchParams.get('format') ?? '']
  if (token === '' || token.length > 100 || format.length > 10) throw notFound()
  const { name, type, base64 } = await publicApi(request).call('POST', filePath, {
    body: { token, format },
    schema: fileAnswer,
  })
  return new Response(Buffer.from(base64, 'base64'), {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  })
})
