/** Numbers as spreadsheets spoil them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import { readRows } from './csv-rows.service'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
afterAll(async () => {
  await desk.end()
  await backend.close()
})

const head = 'serial;location_code;manufacturer;accounting_denom;rtp'

it('a percent written as a part of one is told, with its lines, and a press makes percents of it in those', async () => {
  const rows = ['0,95', '.955', '96', '1', '45', '0.9 %', ''].map(
    (rtp, at) => `R-${at};CJ-01;EGT;0,01;${rtp}`,
  )
  const checked = await desk.check('mihai', 'slots', 'create', [head, ...rows].join('\n'))
  expect(checked.warnings).toContainEqual({
    code: 'low_percent',
    params: { column: 'theoretical_rtp', count: 5, lines: '2, 3, 5, 6, 7', parts: 3, part_lines: '2, 3, 5' },
  })
  expect(checked.can.percents).toBe(true)
  const wrong = await desk.call('mihai', 'POST', `/import/${checked._id}/percents`, { column: 'position' })
  expect(wrong.status).toBe(422)
  await desk.call('mihai', 'POST', `/import/${checked._id}/percents`, { column: 'theoretical_rtp' })
  const again = await desk.settled('mihai', checked._id)
  expect(again.warnings).toContainEqual({
    code: 'low_percent',
    params: { column: 'theoretical_rtp', count: 2, lines: '6, 7', parts: 0 },
  })
  expect(again.can.percents).toBe(false)
  const values = (await desk.rows('mihai', checked._id)).map(row => row.values.theoretical_rtp)
  expect(values).toEqual(['95.00', '95.50', '96', '100.00', '45', '0.9 %', ''])
})

it('a number that a spreadsheet has shortened is refused', async () => {
  const checked = await desk.check(
    'mihai',
    'slots',
    'create',
    `${head};asset_no\n9,87654E+11;CJ-01;EGT;0,01;95;1,2E+5\n`,
  )
  expect(await desk.problems('mihai', checked._id)).toEqual(['2 serial shortened', '2 asset_no shortened'])
})

it('a text that a formula keeps is its inner text, and no other formula is', async () => {
  const { rows } = await readRows(
    'slots',
    'serial;position\n"=""00412""";="A-1"\n"=""a""&""b""";"=""say """"so"""""""\n',
  )
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['00412', 'A-1'],
    ['="a"&"b"', 'say "so"'],
  ])
})
