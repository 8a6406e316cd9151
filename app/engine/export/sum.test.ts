/** The sum under a list's rows ends every file for people, and is as on the page. */
import { readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { resources } from '../../definitions'
import { fileFormat, workbookFormat, type FileFormat } from '../../i18n/file-format'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { csvForm, csvRows, unitsOf } from './csv.server'
import { sheetStream } from './sheet-stream.server'
import type { Row } from '../definition/row'

const zone = 'Europe/Bucharest'
const { handpays } = resources
const row = (nr: number, amount: { minor: number; currency: string } | null): Row => ({
  _id: String(nr),
  slot: { _id: 'a', name: `EGT-${nr}` },
  kind: 'unknown',
  amount,
})
const lei = (minor: number) => ({ minor, currency: 'RON' })

const formOf = (rows: Row[], columns: string[], file: FileFormat) =>
  csvForm(
    handpays,
    columns,
    {
      ...{ t: translator('en'), format: formatter('en', zone), locale: 'en', timeZone: zone, now: 0 },
      ...{ entity: 'handpays', file },
    },
    unitsOf(handpays, columns, rows),
  )
async function* inTwo(rows: Row[]) {
  yield await Promise.resolve(rows.slice(0, 1))
  yield rows.slice(1)
}
async function csvOf(rows: Row[], columns = ['slot', 'amount', 'kind'], kind?: 'machine') {
  const file = fileFormat('en', zone, kind)
  const text = await new Response(await csvRows(formOf(rows, columns, file), inTwo(rows), file)).text()
  return text.replace('\uFEFF', '').trimEnd().split('\r\n').slice(1)
}

it('is the last line of a CSV for people, and no line of one for programs', async () => {
  const rows = [row(1, lei(275_000)), row(2, lei(148_050))]
  expect(await csvOf(rows)).toEqual([
    'EGT-1,2750.00,not reported',
    'EGT-2,1480.50,not reported',
    'Total,4230.50,',
  ])
  expect(await csvOf(rows, ['slot', 'amount'], 'machine')).toEqual(['EGT-1,2750.00,RON', 'EGT-2,1480.50,RON'])
})

it('says of how many rows it is, and stands apart for each currency', async () => {
  const rows = [row(1, lei(100)), row(2, null), row(3, { minor: 250, currency: 'EUR' })]
  expect((await csvOf(rows, ['slot', 'amount'])).slice(3)).toEqual([
    'Total of 2 of 3,1.00,RON',
    'Total of 2 of 3,2.50,EUR',
  ])
})

it('is left out where the column is, and where no row has an amount', async () => {
  expect(await csvOf([row(1, lei(100))], ['slot', 'kind'])).toEqual(['EGT-1,not reported'])
  expect(await csvOf([row(1, null)], ['slot', 'amount'])).toEqual(['EGT-1,'])
})

it('is the last row of a workbook, as a number', async () => {
  const rows = [row(1, lei(275_000)), row(2, lei(148_050)), row(3, null)]
  const { head, line, under } = formOf(rows, ['slot', 'amount'], workbookFormat('en', zone))
  const stream = await sheetStream('Handpays', head, one => one, line, inTwo(rows), under)
  const [sheet] = (await readXlsx(new Uint8Array(await new Response(stream).arrayBuffer()))).sheets
  expect(sheet?.rows.at(-1)).toEqual(['Total of 2 of 3', 4230.5])
})
