import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, type Person } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import type { ManyJob } from '../contract/many'

let backend: TestBackend
beforeAll(async () => { backend = await testBackend() })
afterAll(() => backend.close())

const call = (as: Person, path: string, body: object) => backend.json<{ data: { job: ManyJob; rows: ManyJob[]; total: number } }>(`/api/configuration/v1/${path}`, { as, body })
const past = async (as: Person, list = 'slots', page = 0) => (await call(as, `many-jobs/${list}`, { rowsPerPage: 2, page })).body.data
async function edit(as: Person, ids: string[], position: string, preview = false): Promise<ManyJob> {
  backend.clock.advance(1_000)
  return (await call(as, 'update-many/slots', { ids, fields: { position }, preview })).body.data.job
}

describe('what was changed of many rows', () => {
  it('is listed newest first, page by page; a preview that nobody confirmed is not there', async () => {
    const jobs = [await edit('mihai', [slots.bellLink.id], 'A1'), await edit('mihai', [slots.bellLink.id], 'A2'), await edit('mihai', [slots.bellLink.id], 'A3')]
    await edit('mihai', [slots.bellLink.id], 'A4', true)
    const { rows, total } = await past('mihai')
    expect({ total, ids: rows.map(row => row._id) }).toEqual({ total: 3, ids: [jobs[2]?._id, jobs[1]?._id] })
    expect(rows[0]).toMatchObject({ action: 'update', state: 'done', total: 1, done: 1, fields: { position: 'A3' }, created_by: 'Mihai Ionescu' })
    expect((await past('mihai', 'slots', 1)).rows.map(row => row._id)).toEqual([jobs[0]?._id])
  })

  it('is of one list, and of one’s own tenant', async () => {
    await edit('ana', [slots.ribeira.id], 'R1')
    expect((await past('mihai')).total).toBe(3)
    expect((await past('ana')).total).toBe(4)
    expect((await past('ana', 'locations')).total).toBe(0)
  })

  it('is for those who may do it', async () => {
    expect((await call('andrei', 'many-jobs/slots', {})).status).toBe(403)
  })
})
