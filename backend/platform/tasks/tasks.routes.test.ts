import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { SYSTEM_TENANT } from '../contract/primitives'
import { claimNext } from './claim'
import { defineTask, enqueue } from './tasks.service'

const task = defineTask('export', {
  title: 'tasks:kinds.export',
  input: z.object({}),
  checkpoint: z.object({}),
  maxAttempts: 3,
  handler: async () => null,
})

describe('the task pages', () => {
  let backend: TestBackend
  let ours = ''
  let theirs = ''
  let systems = ''
  beforeAll(async () => {
    backend = await testBackend()
    const queue = (tenantId: string) =>
      enqueue(backend.db, task, {}, { tenantId, createdBy: 'Mihai Ionescu', now: backend.clock() })
    ours = await queue(tenants.carpathia.id)
    backend.clock.advance(1_000)
    theirs = await queue(tenants.lusitania.id)
    systems = await queue(SYSTEM_TENANT)
  })
  afterAll(() => backend.close())

  const list = async (as: 'mihai' | 'ana', path: string, body: object = {}) =>
    (await backend.json(`/api/tasks/v1/${path}`, { as, body })).body.data

  it("list a tenant's own tasks, and everybody's to the system", async () => {
    expect((await list('mihai', 'current')).rows.map(row => row._id)).toEqual([ours])
    const all = await list('ana', 'current')
    expect(all.rows.map(row => row._id).at(-1)).toBe(ours)
    expect(all.total).toBe(3)
    expect(all.rows.find(row => row._id === ours)).toMatchObject({
      kind: 'export',
      title: 'tasks:kinds.export',
      tenant: { _id: tenants.carpathia.id, name: tenants.carpathia.name },
      state: 'queued',
      progress: 0,
      created_by: 'Mihai Ionescu',
      result: null,
    })
    expect(all.rows.find(row => row._id === systems)?.tenant).toBeNull()
    expect((await list('ana', 'completed')).total).toBe(0)
  })

  it('answer 404 for the task of another tenant, and cancel nothing with it', async () => {
    expect((await backend.request(`/api/tasks/v1/task/${theirs}`, { as: 'mihai' })).status).toBe(404)
    expect(
      (await backend.request('/api/tasks/v1/cancel', { as: 'mihai', body: { ids: [ours, theirs] } })).status,
    ).toBe(404)
    expect((await list('ana', 'current')).total).toBe(3)
  })

  it('refuse whoever may not', async () => {
    for (const path of ['current', 'completed'])
      expect((await backend.request(`/api/tasks/v1/${path}`, { as: 'nora', body: {} })).status).toBe(403)
    expect(
      (await backend.request('/api/tasks/v1/cancel', { as: 'andrei', body: { ids: [ours] } })).status,
    ).toBe(403)
    expect((await backend.request('/api/tasks/v1/cancel', { body: { ids: [ours] } })).status).toBe(401)
  })

  it('keep the two lists apart, whatever state is asked for', async () => {
    expect((await list('ana', 'completed', { exactFields: ['state'], exactValues: ['queued'] })).total).toBe(
      0,
    )
    expect(
      (await list('ana', 'current', { exactFields: ['state'], exactValues: [['queued', 'done']] })).total,
    ).toBe(3)
    expect(
      (
        await backend.request('/api/tasks/v1/current', {
          as: 'ana',
          body: { exactFields: ['state'], exactValues: ['asleep'] },
        })
      ).status,
    ).toBe(422)
  })

  it('cancel, write it down, and say what was over already', async () => {
    const cancel = (id: string) => backend.json('/api/tasks/v1/cancel', { as: 'mihai', body: { ids: [id] } })
    expect((await cancel(ours)).body.data.results).toEqual([{ id: ours, outcome: 'done' }])
    expect((await cancel(ours)).body.data.results).toEqual([
      { id: ours, outcome: 'skipped', reason: 'already_over' },
    ])
    expect((await list('mihai', 'completed')).rows.map(row => [row._id, row.state])).toEqual([
      [ours, 'cancelled'],
    ])
    const entries = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'task')
      .execute()
    expect(entries.map(entry => [entry.entity_id, entry.action, entry.actor_name, entry.tenant_id])).toEqual([
      [ours, 'cancel', 'Mihai Ionescu', tenants.carpathia.id],
    ])
    await backend.db.updateTable('tasks').set({ run_after: 0 }).where('id', '=', theirs).execute()
    expect((await claimNext(backend.db, ['export'], backend.clock()))?.id).toBe(theirs)
    expect(
      (await backend.json('/api/tasks/v1/cancel', { as: 'ana', body: { ids: [theirs] } })).body.data.results,
    ).toEqual([{ id: theirs, outcome: 'done' }])
    const read = (await backend.json(`/api/tasks/v1/task/${theirs}`, { as: 'ana' })).body.data.task
    expect(read).toMatchObject({ state: 'running', cancel_requested: true })
    expect(
      (await backend.json('/api/tasks/v1/cancel', { as: 'ana', body: { ids: [theirs] } })).body.data.results,
    ).toEqual([{ id: theirs, outcome: 'skipped', reason: 'already_cancelled' }])
  })
})
