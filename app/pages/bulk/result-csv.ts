/** What became of each slot, as a file: read piece by piece while it is being sent. */
import { stringify } from 'csv-stringify/sync'
import { DateTime } from 'luxon'
import { z } from 'zod'
import { bulkAnswer, bulkContract, bulkItem, bulkPaths, type BulkItem } from '../../../backend/bulk/bulk.contract'
import { csvHeaders, exportName, neutral } from '../../engine/csv.server'
import { idOf } from '../../engine/resource-at.server'
import { guarded } from '../../session/guard.server'

const PIECE = 1_000
const BOM = '\uFEFF'
const answer = z.looseObject({ rows: z.array(bulkItem), total: z.number().int() })

export const loader = guarded(bulkContract.permissions.read, async ({ api, params, t, timeZone }) => {
  const id = idOf(params)
  const { job } = await api.call('GET', `${bulkPaths.job}/${id}`, { schema: bulkAnswer })
  const read = (page: number) => api.call('POST', bulkPaths.items, { write: false, schema: answer, body: { rowsPerPage: PIECE, page, exactFields: ['job'], exactValues: [id] } })
  // Before anything is sent: a result that cannot be read is an error page, not half a file.
  let next: Awaited<ReturnType<typeof read>> | undefined = await read(0)
  let page = 0
  const time = (at: number | null) => (at === null ? '' : DateTime.fromMillis(at, { zone: timeZone }).toISO({ suppressMilliseconds: true }) ?? '')
  const cells = (item: BulkItem) => [
    item.slot.name, item.location.name, t(`bulk:action.${job.action}`), t(`bulk:result.${item.result}`), item.result === 'skipped' ? t(`bulk:skipped.${item.reason}`) : item.answer_code ?? '',
    item.credits === null ? '' : String(item.credits), time(item.changed_at), time(item.answered_at),
  ]
  const head = ['slot', 'location', 'what', 'result', 'why', 'credits'].map(key => t(`bulk:fields.${key}`)).concat(['changed_at', 'answered_at'].map(key => `${t(`bulk:fields.${key}`)} (${timeZone})`))
  const line = (records: string[][]) => stringify(records.map(record => record.map(neutral)), { record_delimiter: 'windows' })
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { rows } = next ?? await read(page)
      next = undefined
      controller.enqueue(encoder.encode((page === 0 ? BOM + line([head]) : '') + line(rows.map(cells))))
      page += 1
      if (rows.length < PIECE) controller.close()
    },
  })
  return new Response(body, { headers: csvHeaders(exportName(t('bulk:title'), Date.now(), timeZone)) })
})
