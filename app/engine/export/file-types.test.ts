/** What a column holds is the same in every kind of file: the CSV for programs, the workbook, the Parquet file. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bareSchema } from '../../../backend/platform/contract/keyed'
import { instant } from '../../../backend/platform/contract/primitives'
import { queryDuckdb } from '../../../tests/support/duckdb'
import { resources } from '../../definitions'
import { reports } from '../../reports.found'
import { fileFormat, workbookFormat, type FileCell, type FileFormat } from '../../i18n/file-format'
import { formatter } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { Row } from '../definition/row'
import type { Resource } from '../definition/resource'
import { machineSheet } from '../report/machine-sheet'
import { csvForm, csvLines } from './csv.server'
import { parquetColumns, parquetStream } from './parquet.server'

const zone = 'Europe/Bucharest'
const AT = Date.UTC(2026, 10, 20, 8, 5, 9)
const DAY = '2026-11-20'
const COUNT = 9_550

const face = (resource: Resource, file: FileFormat) => ({
  t: String as unknown as Translate,
  format: formatter('ro', zone),
  file,
  locale: 'ro' as const,
  timeZone: zone,
  now: AT,
  entity: resource.name,
})

/** A value as the API would send it, of what a spreadsheet or a program calculates with. */
function sampleOf(kind: string, schema: z.ZodType | undefined): unknown {
  if (kind === 'date') return DAY
  if (schema === instant) return AT
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return COUNT
  if (kind === 'money') return { minor: -COUNT, currency: 'RON' }
  if (kind === 'amounts')
    return [
      { minor: COUNT, currency: 'RON' },
      { minor: -COUNT, currency: 'EUR' },
    ]
  return undefined
}

interface Sample {
  at: string
  kind: string
  resource: Resource
  name: string
  row: Row
}
const samples: Sample[] = Object.values(resources).flatMap(resource =>
  Object.entries(resource.fields).flatMap(([name, field]): Sample[] => {
    const schema = bareSchema(resource.contract.row.shape[name] as z.ZodType | undefined)
    const value = schema && !field.whole ? sampleOf(field.kind, schema) : undefined
    return value === undefined
      ? []
      : [
          {
            at: `${resource.name}.${name}`,
            kind: field.kind,
            resource,
            name,
            row: { _id: '', [name]: value },
          },
        ]
  }),
)

const cellsOf = ({ resource, name, row }: Sample, file: FileFormat) => {
  const form = csvForm(resource, [name], face(resource, file), {})
  return form.head.map((head, at) => ({ head, cell: form.line(row)[at] ?? '' }))
}
const text = (cell: FileCell) => (typeof cell === 'string' ? cell : cell.exact)
const typed = (cell: FileCell) => (typeof cell === 'string' ? cell : cell.typed)

const machine = fileFormat('ro', zone, 'machine')
const workbook = workbookFormat('ro', zone)
/** A thing's own ranges, texts of several numbers and marks are words in every file. */
const inWords = /^(?:range|heard|part-of|flags|archived|edited-mark)$/

test.each(samples.filter(({ kind }) => !inWords.test(kind)))('$at', sample => {
  const { resource, name, row, kind } = sample
  const columns = parquetColumns(resource.contract.row.shape, [name], null, resource.fields)
  const cells = cellsOf(sample, machine)
  const inBook = typed(cellsOf(sample, workbook)[0]?.cell ?? '')
  const [column] = columns
  const value = column?.value(row)
  const [cell = { head: '', cell: '' }] = cells
  switch (column?.type) {
    case 'DATE':
      expect([text(cell.cell), value, inBook]).toEqual([DAY, new Date(`${DAY}T00:00:00Z`), value])
      break
    case 'TIMESTAMP':
      expect([Date.parse(text(cell.cell)), (value as Date).getTime()]).toEqual([AT, AT])
      expect(inBook).toBeInstanceOf(Date)
      break
    case 'HUNDREDTHS':
      expect([text(cell.cell), value, inBook]).toEqual(['95.50', BigInt(COUNT), COUNT / 100])
      break
    case 'BOOLEAN':
      expect([text(cell.cell), value]).toEqual(['true', true])
      break
    case 'INT64':
      if (kind === 'amounts') {
        expect(cells.map(one => `${one.head}_minor`)).toEqual(columns.map(one => one.name))
        expect(cells.map(one => text(one.cell))).toEqual(['95.50', '-95.50'])
        expect(columns.map(one => one.value(row))).toEqual([BigInt(COUNT), BigInt(-COUNT)])
      } else if (kind === 'money') {
        expect(cells.map(one => text(one.cell))).toEqual(['-95.50', 'RON'])
        expect(columns.map(one => one.value(row))).toEqual([BigInt(-COUNT), 'RON'])
        expect(inBook).toBe(-COUNT / 100)
      } else {
        expect([text(cell.cell), value]).toEqual([String(COUNT), BigInt(COUNT)])
        // Minutes for people, and its head says so.
        expect(inBook).toBe(kind === 'duration' ? 0.16 : COUNT)
      }
      break
    default:
      expect([text(cell.cell), value]).toEqual([String(COUNT), COUNT])
  }
})

const byTime = reports.flatMap(report =>
  report.groupBy.filter(by => by === 'day' || by === 'month').map(by => [report.name, by, report] as const),
)
test.each(byTime)(
  '%s by %s: the column of days holds days, also where a day has several rows',
  (_, by, report) => {
    const row = { currency: 'RON' as const, hours: null }
    const value = by === 'day' ? DAY : DAY.slice(0, 7)
    const rows = [
      { ...row, key: value, name: null },
      { ...row, key: `${value} CJ-01 RON 1`, name: value },
    ]
    const answer = { rows, totals: [], from: DAY, to: DAY, open_day: null, missing_days: [], hours: null }
    const sheet = machineSheet(report, { ...answer, time_zone: zone, as_of: AT }, by)
    const at = sheet.columns.findIndex(({ key, kind }) => key === by && kind === by)
    expect(sheet.rows.map(({ values }) => values[at])).toEqual([value, value])
  },
)

test('another program finds dates, decimals and amounts in both kinds of files for programs', async () => {
  const of = (kind: string) => samples.find(sample => sample.kind === kind)
  const found = ['date', 'percent', 'amounts', 'flag', 'date-time', 'integer'].map(of)
  const names = found.map(sample => sample?.name ?? '')
  const fields = Object.fromEntries(found.map(one => [one?.name, one?.resource.fields[one.name]]))
  const shape = Object.fromEntries(found.map(one => [one?.name, one?.resource.contract.row.shape[one.name]]))
  const row = Object.assign({}, ...found.map(one => one?.row)) as Row
  const rows = async function* <One>(one: One) {
    yield await Promise.resolve([one])
  }
  const parquet = await parquetStream(parquetColumns(shape as never, names, null, fields as never), rows(row))
  const cells = found.flatMap(one => (one ? cellsOf(one, machine) : []))
  const csv = await csvLines(
    cells.map(({ head }) => head),
    rows(cells.map(({ cell }) => cell)),
    machine,
  )
  const typesIn = (read: string) =>
    `select column_type from (describe select * from ${read}('{file}')) order by column_index`
  const bytesOf = async (stream: ReadableStream) => new Uint8Array(await new Response(stream).arrayBuffer())
  const [ofParquet, ofCsv] = await queryDuckdb([
    {
      file: await bytesOf(parquet),
      statement: typesIn('read_parquet').replace(' order by column_index', ''),
    },
    { file: await bytesOf(csv), statement: typesIn('read_csv').replace(' order by column_index', '') },
  ])
  const instantType = 'TIMESTAMP WITH TIME ZONE'
  expect(ofParquet?.map(one => one.column_type)).toEqual([
    'DATE',
    'DECIMAL(18,2)',
    'BIGINT',
    'BIGINT',
    'BOOLEAN',
    instantType,
    'BIGINT',
  ])
  expect(ofCsv?.map(one => one.column_type)).toEqual([
    'DATE',
    'DOUBLE',
    'DOUBLE',
    'DOUBLE',
    'BOOLEAN',
    instantType,
    'BIGINT',
  ])
})

test('a quoted cell far below is understood by a program that has looked at the first rows', async () => {
  const rows = async function* () {
    yield await Promise.resolve(
      Array.from({ length: 25_000 }, (_, nr) => [`EGT-${nr}`, nr === 24_000 ? 'Titan, "B"' : 'Titan']),
    )
  }
  const file = await csvLines(['serial', 'location'], rows(), machine)
  const [found] = await queryDuckdb([
    {
      file: new Uint8Array(await new Response(file).arrayBuffer()),
      statement: "select location from read_csv('{file}') where serial = 'EGT-24000'",
    },
  ])
  expect(found).toEqual([{ location: 'Titan, "B"' }])
})
