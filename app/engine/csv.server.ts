/** A list as a CSV file (ruling 31): the whole filtered result, read page by page while it is being sent. */
import { stringify } from 'csv-stringify/sync'
import { DateTime } from 'luxon'
import type { ListAnswer, ListRequest } from '../../backend/contract/list'
import type { Resource, Row } from './define-resource'
import { isAbsent, type Base } from './face'
import { fieldLabel } from './labels'

/** Rows asked for at once. */
const CHUNK = 1_000
const BOM = '\uFEFF'

interface Export {
  resource: Resource
  columns: readonly string[]
  face: Base
  request: ListRequest
  list: (request: ListRequest) => Promise<ListAnswer<Row>>
}

/** The first page is read before anything is sent: a list that cannot be read is an error page, not half a file. */
export async function csvStream({ resource, columns, face, request, list }: Export): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const read = (page: number) => list({ ...request, page, rowsPerPage: CHUNK })
  const first = await read(0)
  let page = 0
  let sent = 0
  let next: ListAnswer<Row> | undefined = first
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { rows } = next ?? await read(page)
      next = undefined
      const head = page === 0 ? BOM + line([headers(resource, columns, face)]) : ''
      controller.enqueue(encoder.encode(head + line(rows.map(row => cells(resource, columns, row, face)))))
      sent += rows.length
      page += 1
      if (rows.length < CHUNK || sent >= first.total) controller.close()
    },
  })
}

/** Labels with what the numbers are counted in, or the zone of the times. */
const headers = (resource: Resource, columns: readonly string[], face: Base): string[] =>
  columns.map(name => {
    const unit = resource.fields[name]?.unit?.({ ...face, field: name })
    const label = fieldLabel(face.t, resource.name, name)
    return unit ? `${label} (${unit})` : label
  })

const cells = (resource: Resource, columns: readonly string[], row: Row, face: Base): string[] =>
  columns.map(name => (isAbsent(row[name]) ? '' : resource.fields[name]?.plain(row[name], { ...face, field: name }) ?? ''))

const line = (records: string[][]) => stringify(records.map(record => record.map(neutral)), { record_delimiter: 'windows' })

/** A cell that a spreadsheet would run as a formula is kept text by an apostrophe; plain negative numbers stay numbers. */
export function neutral(cell: string): string {
  if (/^-\d+(?:\.\d+)?$/.test(cell)) return cell
  return /^[=+\-@\t\r\n|]/.test(cell) || /^\s+[=+\-@|]/.test(cell) ? `'${cell}` : cell
}

/** Specification, section 9: lower-cased label, its first space an underscore, then DDMMYYYYHHmmss. */
export function exportName(label: string, at: number, zone: string): string {
  return `${label.toLowerCase().replace(' ', '_')}${DateTime.fromMillis(at, { zone }).toFormat('ddMMyyyyHHmmss')}.csv`
}

/** The name for old browsers in ASCII, and as it is for all others (RFC 6266). */
export function disposition(name: string): string {
  const ascii = name.normalize('NFD').replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
