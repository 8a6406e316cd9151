import { chainAnswer, chainRule } from '../../../backend/accounting/seals/seals.contract'
import { refuseParameters } from '../../engine/export/file-address.server'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'

const encoder = new TextEncoder()

/** A line for the location and its keys, then one for each document: `npm run verify` reads it. */
export const loader = guarded(chainRule, async ctx => {
  refuseParameters(ctx)
  const { params, api } = ctx
  const path = `/api/seals/v1/location/${idOf(params)}/chain`
  const piece = (after: number) => api.call('GET', `${path}?after=${after}`, { schema: chainAnswer })
  // The first call refuses whoever may not read it before the file begins.
  const first = await piece(0)
  const { format, location, keys } = first
  let written: object[] = [{ format, location, keys }, ...first.links]
  let next = first.next
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (written.length === 0) {
        if (next === null) return controller.close()
        ;({ links: written, next } = await piece(next))
      }
      controller.enqueue(encoder.encode(written.map(line => `${JSON.stringify(line)}\n`).join('')))
      written = []
    },
  })
  const name = `seals-${location.code.replace(/[^\w-]/g, '_')}.jsonl`
  return new Response(body, {
    headers: {
      'Content-Type': 'application/jsonl; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
})
