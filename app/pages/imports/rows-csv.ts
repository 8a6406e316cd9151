import { stringify } from 'csv-stringify/sync'
import { csvHeaders, neutral } from '../../engine/csv.server'
import { guarded } from '../../session/guard.server'
import { readListQuery } from '../../engine/list-query'
import { columnsIn, columnLabel, importerAt, mayImport, problemText, rowsSpec } from './importer'
import { importOf, rowsOf } from './importer.server'

const PIECE = 1_000
const BOM = '\uFEFF'

/**
 * `/slots-import/<id>/rows.csv?state=error`: rows as they stand in the file, with what is wrong beside them. Mended in a spreadsheet, the same file
 * can be imported: its own columns keep their names, and the three that were added are ones that an import does not know.
 */
export const loader = guarded(mayImport, async asked => {
  const { t, url, timeZone } = asked
  const found = await importOf(asked)
  const { query } = readListQuery(url.searchParams, rowsSpec, timeZone)
  const names = columnsIn(found)
  const delimiter = found.delimiter.length === 1 ? found.delimiter : ','
  const line = (records: string[][]) => stringify(records.map(record => record.map(neutral)), { delimiter, record_delimiter: 'windows' })
  const read = (page: number) => rowsOf(asked, found._id, { ...query, page }, PIECE)
  const first = await read(1)
  const encoder = new TextEncoder()
  let page = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      page += 1
      const { rows } = page === 1 ? first : await read(page)
      const head = page === 1 ? BOM + line([[...names, ...['line', 'state', 'problems'].map(name => columnLabel(t, name))]]) : ''
      const cells = rows.map(row => [
        ...names.map(name => row.values[name] ?? ''), String(row.line), t(`imports:row_states.${row.state}`), row.problems.map(problem => problemText(t, problem, row.values)).join(' · '),
      ])
      controller.enqueue(encoder.encode(head + line(cells)))
      if (page * PIECE >= first.total) controller.close()
    },
  })
  const ending = query.filters.state?.[0]
  return new Response(body, { headers: csvHeaders(`${importerAt(asked)}-${ending ?? 'rows'}-${found.file_name.replace(/\.[a-z]{1,4}$/i, '')}.csv`) })
})
