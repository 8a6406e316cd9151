/** The page's address with `/export.csv`: the same events, all pages of them, by one request. More than one download takes are written in the background. */
import { DIRECT_ROWS } from '../../../backend/contract/list'
import { csvHeaders, csvRows, exportName, inPieces } from '../../engine/export/csv.server'
import { fileOf, fileParameters } from '../../engine/export/file-address.server'
import { tooLong } from '../../engine/export/too-long.server'
import { guarded } from '../../session/guard.server'
import { orderAt } from '../exports/exportable.server'
import { eventsAnswer } from './events'
import { eventCsv } from './events-csv'
import { eventsList } from './events-list'

export const loader = guarded(eventsList.permission, async asked => {
  const { t, timeZone, api } = asked
  const { query, notices, fields, crumbs, request } = await orderAt(asked, eventsList, fileParameters)
  const file = fileOf(asked, notices)
  const { rows, total, capped } = await api.call('POST', '/api/rawdata/v1/events', {
    body: { ...request, page: 0, rowsPerPage: DIRECT_ROWS },
    write: false,
    schema: eventsAnswer,
  })
  // Never a part of them that looks like all.
  if (capped || total > rows.length)
    return tooLong(asked, { list: eventsList.href(query), order: eventsList.href(query, '/export') })
  const [name] = Object.values(crumbs)
  const body = await csvRows(eventCsv(fields, t, file), inPieces(rows), file)
  return new Response(body, {
    headers: csvHeaders(
      exportName(name ? t('events:of', { name }) : t('events:title'), Date.now(), timeZone),
    ),
  })
})
