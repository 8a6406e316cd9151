import { csvHeaders, csvLines } from '../../engine/export/csv.server'
import { guarded } from '../../session/guard.server'
import { readFileAddress } from '../../engine/export/file-address.server'
import { columnsIn, columnLabel, importerAt, mayImport, problemText, rowsSpec } from './importer'
import { importOf, rowsOf } from './importer.server'

const PIECE = 1_000

/**
 * `/slots-import/<id>/rows.csv?state=error`: rows as they stand in the file, with what is wrong beside them. Mended in a spreadsheet, the same file
 * can be imported: its own columns keep their names, and the three that were added are ones that an import does not know.
 */
export const loader = guarded(mayImport, async ctx => {
  const { t } = ctx
  const found = await importOf(ctx)
  const { query, file } = readFileAddress(ctx, rowsSpec)
  const names = columnsIn(found)
  async function* pieces() {
    for (let page = 1; ; page++) {
      const { rows, total } = await rowsOf(ctx, found._id, { ...query, page }, PIECE)
      yield rows.map(row => [
        ...names.map(name => row.values[name] ?? ''),
        file.number(row.line),
        t(`imports:row_states.${row.state}`),
        row.problems.map(problem => problemText(t, problem, row.values)).join(' · '),
      ])
      if (page * PIECE >= total) return
    }
  }
  const head = [...names, ...['line', 'state', 'problems'].map(name => columnLabel(t, name))]
  const ending = query.filters.state?.[0]
  // Its cells are those of the file that was sent, so they keep its separator; for programs it is the comma, as in every file.
  const body = await csvLines(
    head,
    pieces(),
    file.kind === 'people' && found.delimiter.length === 1 ? found : file,
  )
  return new Response(body, {
    headers: csvHeaders(
      `${importerAt(ctx)}-${ending ?? 'rows'}-${found.file_name.replace(/\.[a-z]{1,4}$/i, '')}.csv`,
    ),
  })
})
