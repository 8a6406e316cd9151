import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { BulkEditJob } from '../../platform/contract/bulk-edit'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const call = (as: Person, path: string, body: object) =>
  backend.json<{ data: { job: BulkEditJob; rows: BulkEditJob[]; total: number } }>(
    `/api/configuration/v1/${path}`,
    {
      as,
      body,
    },
  )
const past = async (as: Person, list = 'slots', page = 0) =>
  (await call(as, `many-jobs/${list}`, { rowsPerPage: 2, page })).body.data
async function edit(as: Person, ids: string[], position: string, preview = false): Promise<BulkEditJob> {
  backend.clock.advance(1_000)
  return (await call(as, 'update-many/slots', { ids, fields: { position }, preview })).body.data.job
}

describe('what was changed of many rows', () => {
  it('is listed newest first, page by page; a preview that nobody confirmed is not there', async () => {
    const jobs = [
      await edit('mihai', [slots.bellLink.id], 'A1'),
      await edit('mihai', [slots.bellLink.id], 'A2'),
      await edit('mihai', [slots.bellLink.id], 'A3'),
    ]
    await edit('mihai', [slots.bellLink.id], 'A4', true)
    const { rows, total } = await past('mihai')
    expect({ total, ids: rows.map(row => row._id) }).toEqual({ total: 3, ids: [jobs[2]?._id, jobs[1]?._id] })
    expect(rows[0]).toMatchObject({
      action: 'update',
      state: 'done',
      total: 1,
      done: 1,
      fields: { position: 'A3' },
      created_by: 'Mihai Ionescu',
    })
    expect((await past('mihai', 'slots', 1)).rows.map(row => row._id)).toEqual([jobs[0]?._id])
  })

  it('is of one list, and of one’s own tenant', async () => {
    await edit('ana', [slots.ribeira.id], 'R1')
    expect((await past('mihai')).total).toBe(3)
    expect((await past('ana')).total).toBe(4)
    expect((await past('ana', 'locations')).total).toBe(0)
  })

  it('is narrowed by action, state and words, and sorted as it is asked', async () => {
    await call('mihai', 'update-many/slots', {
      ids: [slots.bellLink.id],
      fields: { position: 'B1' },
      reason: 'Sală nouă în Brăila',
    })
    backend.clock.advance(1_000)
    await call('mihai', 'archive-many/slots', { ids: [slots.novoline.id] })
    const asked = async (more: object, as: Person = 'mihai') =>
      (await call(as, 'many-jobs/slots', more)).body.data
    expect(
      (await asked({ exactFields: ['action'], exactValues: ['archive'] })).rows.map(row => row.action),
    ).toEqual(['archive'])
    expect(
      (await asked({ exactFields: ['action', 'state'], exactValues: [['archive', 'update'], 'failed'] }))
        .total,
    ).toBe(0)
    expect((await asked({ query: 'BRAILA ionescu' })).rows.map(row => row.reason)).toEqual([
      'Sală nouă în Brăila',
    ])
    expect((await asked({ query: 'braila ana' })).total).toBe(0)
    const order = async (sortBy: string, sortDirection: string) =>
      (await asked({ sortBy: [sortBy], sortDirection: [sortDirection] })).rows.map(row => row.action)
    expect((await order('action', 'ASC'))[0]).toBe('archive')
    expect((await order('confirmed_at', 'DESC'))[0]).toBe('archive')
    expect((await order('confirmed_at', 'ASC')).at(-1)).toBe('archive')
    expect(
      new Set(
        (await asked({ sortBy: ['created_by'], sortDirection: ['ASC'] }, 'ana')).rows.map(
          row => row.created_by,
        ),
      ),
    ).toEqual(new Set(['Ana Popescu', 'Mihai Ionescu']))
  })

  it.each([
    ['a filter that it does not have', { exactFields: ['colour'], exactValues: ['red'] }],
    ['a state of previews alone', { exactFields: ['state'], exactValues: ['previewed'] }],
    ['an order that it does not have', { sortBy: ['reason'] }],
  ])('refuses %s', async (_, body) => expect((await call('mihai', 'many-jobs/slots', body)).status).toBe(422))

  it('is for those who may do it', async () => {
    expect((await call('andrei', 'many-jobs/slots', {})).status).toBe(403)
  })
})
