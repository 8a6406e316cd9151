/** What became of each slot, as a file: read piece by piece while it is being sent. */
import { z } from 'zod'
import {
  bulkAnswer,
  bulkContract,
  bulkItem,
  bulkPaths,
  type BulkItem,
} from '../../../backend/bulk/bulk.contract'
import { csvHeaders, csvLines, exportName } from '../../engine/export/csv.server'
import { readWholeFile } from '../../engine/export/file-address.server'
import { idOf } from '../../engine/resource-at.server'
import { guarded } from '../../session/guard.server'
import { whyOf } from '../../resources/bulk/job'

const PIECE = 1_000
const answer = z.looseObject({ rows: z.array(bulkItem), total: z.number().int() })

export const loader = guarded(bulkContract.permissions.read, async asked => {
  const { api, params, t, timeZone } = asked
  const id = idOf(params)
  const file = readWholeFile(asked)
  const { job } = await api.call('GET', `${bulkPaths.job}/${id}`, { schema: bulkAnswer })
  const time = (at: number | null) => (at === null ? '' : file.instant(at))
  const cells = (item: BulkItem) => [
    item.slot.name,
    item.location.name,
    t(`bulk:action.${job.action}`),
    t(`bulk:result.${item.result}`),
    whyOf(t, item) ?? '',
    item.credits === null ? '' : file.number(item.credits),
    time(item.changed_at),
    time(item.answered_at),
  ]
  const head = ['slot', 'location', 'what', 'result', 'why', 'credits']
    .map(key => t(`bulk:fields.${key}`))
    .concat(['changed_at', 'answered_at'].map(key => `${t(`bulk:fields.${key}`)} (${timeZone})`))
  async function* pieces() {
    for (let page = 0; ; page++) {
      const { rows } = await api.call('POST', bulkPaths.items, {
        write: false,
        schema: answer,
        body: { rowsPerPage: PIECE, page, exactFields: ['job'], exactValues: [id] },
      })
      yield rows.map(cells)
      if (rows.length < PIECE) return
    }
  }
  return new Response(await csvLines(head, pieces(), file), {
    headers: csvHeaders(exportName(t('bulk:title'), Date.now(), timeZone)),
  })
})
