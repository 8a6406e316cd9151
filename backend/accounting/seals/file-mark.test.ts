/** An altered file is told from somebody else's, whichever byte of it was altered, and whoever saved it again. */
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, expect, it } from 'vitest'
import { marksIn, saysSeal } from './file-mark'
import { fileMark } from './seals.contract'
import { verifyOffline } from './verify-offline'

const CODE = '7K3M-9QXA-0ZT4'
const sheet = (...cells: string[]) => ({ sheets: [{ name: 'Day', rows: cells.map(cell => [cell]) }] })
let workbook: Uint8Array
beforeAll(async () => {
  workbook = await writeXlsx({
    ...sheet('Sealed', fileMark(CODE), 'EGT-00412'),
    properties: { keywords: fileMark(CODE) },
  })
})

it('a workbook names its seal, whichever of its bytes is another', () => {
  expect(marksIn(workbook)).toEqual([CODE])
  for (let at = 0; at < workbook.length; at++) {
    const altered = Uint8Array.from(workbook)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(saysSeal(altered), `byte ${at}`).toBe(true)
  }
})

it('a workbook that lost its properties, or its texts, names it still', async () => {
  expect(marksIn(await writeXlsx(sheet('a', fileMark(CODE))))).toEqual([CODE])
  expect(marksIn(await writeXlsx({ ...sheet('a'), properties: { keywords: fileMark(CODE) } }))).toEqual([
    CODE,
  ])
  expect(saysSeal(await writeXlsx(sheet('Seal no. 1', CODE)))).toBe(false)
})

it('a CSV and a PDF name it in their letters', () => {
  expect(marksIn(Buffer.from(`a;b\r\n1;2\r\n${fileMark(CODE)};\r\n`))).toEqual([CODE])
  expect(marksIn(Buffer.from(`%PDF\n/Keywords (${fileMark(CODE)}, ${fileMark(CODE)})`))).toEqual([CODE])
  expect(marksIn(Buffer.from('slot-seal:too-short'))).toEqual([])
})

it('what unfolds to more than a form has, or has a million parts, is read no further', () => {
  const bomb = zipSync({ 'xl/sharedStrings.xml': new Uint8Array(64 * 1024 * 1024) })
  expect(saysSeal(bomb)).toBe(false)
  expect(saysSeal(Buffer.from('PK\u0003\u0004'.repeat(1_000_000), 'latin1'))).toBe(false)
  expect(saysSeal(Buffer.from('PK\u0003\u0004'))).toBe(false)
})

it('without the register nobody says more of it than which sealed JSON to verify', () => {
  const { verdict, lines } = verifyOffline(workbook, null)
  expect(verdict).toBe('open')
  expect(lines.join('\n')).toContain(CODE)
  expect(lines.join('\n')).toContain('check the file at /verify')
  expect(verifyOffline(Buffer.from('a,b\n1,2\n'), null).lines.join('\n')).toContain('no code of a seal')
})
