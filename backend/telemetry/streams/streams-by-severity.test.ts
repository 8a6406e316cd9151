import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../ingestion/ingest.service'

let backend: TestBackend
let start: number
/** Each hall has some of each, many of them at the same instant. */
const codes = ['17', '18', '11', '28', '51', '1F', '20']

beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 3_600_000
  for (let round = 0; round < 6; round++)
    await ingest(
      backend.deps,
      { tenantId: null },
      [smibs.bellLink, smibs.novoline, smibs.harbour, smibs.ribeira].map((smib, nr) => ({
        smib_id: smib.mac,
        message_seq_nr: round + 1,
        server_time_nano: `${start + round * 1_000}000000`,
        events: codes.slice(nr % 2).map((code, at) => ({ event_seq_nr: round * 10 + at + 1, code })),
      })),
    )
})
afterAll(() => backend.close())

interface Row {
  _id: string
  severity: string
  code: string
  location: { _id: string }
  slot: { _id: string } | null
}
interface Told {
  rows: Row[]
  total: number
  cursors: { before: string | null; after: string | null }
}
const ask = async (body: object, as: Person = 'ana') =>
  (await backend.json<{ data: Told }>('/api/rawdata/v1/events', { as, body: { show_all: true, ...body } }))
    .body.data

/** Page by page, by cursor. */
async function walked(body: object, as?: Person): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = []
  for (let after: string | null | undefined; ;) {
    const { rows, total, cursors } = await ask({ ...body, rowsPerPage: 5, ...(after && { after }) }, as)
    ids.push(...rows.map(row => row._id))
    after = cursors.after
    if (!after) return { ids, total }
  }
}

it.each([[['warning']], [['alarm']], [['alarm', 'warning']], [['info', 'alarm']], [['info']]])(
  'events of severity %j are those of all events that have it, in their order, wherever they happened',
  async severities => {
    for (const as of ['ana', 'mihai'] as const) {
      const all = (await ask({ rowsPerPage: 200 }, as)).rows
      expect(all.length).toBeGreaterThan(60)
      const own = (row: Row) => severities.includes(row.severity)
      for (const [fields, values, isThere] of [
        [[], [], () => true],
        [
          ['location'],
          [[locations.cluj.id, locations.braila.id]],
          (row: Row) => [locations.cluj.id, locations.braila.id].includes(row.location._id),
        ],
        [['slot'], [slots.bellLink.id], (row: Row) => row.slot?._id === slots.bellLink.id],
        [['code'], [['18', '11']], (row: Row) => ['18', '11'].includes(row.code)],
        [['category'], ['tilt'], (row: Row) => ['20', '28'].includes(row.code)],
      ] as const) {
        const expected = all.filter(row => own(row) && isThere(row))
        const body = { exactFields: [...fields, 'severity'], exactValues: [...values, severities] }
        expect(await walked(body, as)).toEqual({ ids: expected.map(row => row._id), total: expected.length })
      }
    }
  },
)

it('a page by its number has the rows that come there, also far down and from several locations', async () => {
  await ingest(
    backend.deps,
    { tenantId: null },
    [smibs.bellLink, smibs.novoline, smibs.harbour].flatMap(smib =>
      Array.from({ length: 60 }, (_, nr) => ({
        smib_id: smib.mac,
        message_seq_nr: 100 + nr,
        server_time_nano: `${start + 60_000 + nr * 1_000}000000`,
        events: ['17', '18', '11'].map((code, at) => ({ event_seq_nr: 1_000 + nr * 10 + at, code })),
      })),
    ),
  )
  const numbered: string[] = []
  for (let page = 0; ; page++) {
    const { rows } = await ask({ rowsPerPage: 25, page })
    if (rows.length === 0) break
    numbered.push(...rows.map(row => row._id))
  }
  const { ids, total } = await walked({})
  expect(total).toBeGreaterThan(500)
  expect(numbered).toEqual(ids)
})
