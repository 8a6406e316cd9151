/** The page's address with `/export.csv`: the same events, all pages of them, as far as raw data is counted. */
import { RAW_TOTAL_CAP } from '../../../backend/contract/list'
import { eventName } from '../../activity/events'
import { csvHeaders, csvLines, exportName } from '../../engine/csv.server'
import { readListQuery } from '../../engine/list-query'
import type { Asked } from '../../engine/resource-at.server'
import { guarded } from '../../session/guard.server'
import { eventsSpec, type EventRow } from './events'
import { placeOf, readEvents } from './events.server'

/** Rows asked for at once. */
const PIECE = 1_000

export const loader = guarded('slot::get', async asked => {
  const { t, url, timeZone } = asked
  const { subject, zone } = await placeOf(asked)
  const { query } = readListQuery(url.searchParams, eventsSpec, zone)
  const head = [t('activity:time'), t('events:zone'), t('activity:events.code'), t('activity:events.name'), t('activity:events.severity'), t('events:slot'), t('slots:fields.location'), t('slots:fields.smib'),
    t('events:message_no'), t('events:event_no'), t('activity:messages.order')]
  const body = await csvLines(head, pieces(asked, page => readEvents(asked, { ...query, page, rowsPerPage: PIECE }, subject, zone)))
  return new Response(body, { headers: csvHeaders(exportName(subject ? t('events:of', { name: subject.name }) : t('events:title'), Date.now(), timeZone)) })
})

async function* pieces({ t }: Pick<Asked, 't'>, read: (page: number) => ReturnType<typeof readEvents>): AsyncGenerator<string[][], void> {
  for (let page = 1; page <= RAW_TOTAL_CAP / PIECE; page++) {
    const { rows } = await read(page)
    yield rows.map(row => cells(row, t))
    if (rows.length < PIECE) return
  }
}

/** The machine format: instants with their offset, numbers plain. */
const cells = (row: EventRow, t: Asked['t']): string[] => [
  new Date(row.server_time).toISOString(), row.time_zone, row.code, eventName(t, row.code), t(`events:severity.${row.severity}`), row.slot?.name ?? '', row.location.name, row.smib?.name ?? '',
  String(row.message_seq_nr ?? ''), String(row.event_seq_nr ?? ''), row.reset ? t('activity:messages.reset') : row.gap ? t('activity:messages.gap') : '',
]
