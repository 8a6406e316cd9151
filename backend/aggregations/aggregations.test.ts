/** Aggregation rules: saved definitions of what is summed up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Rule {
  _id: string
  version: number
  name: string
}
async function call(as: Person, method: string, path: string, body?: object) {
  const answer = await backend.json(path, { method, as, ...(body && { body }) })
  const { data, error } = answer.body as unknown as {
    data: { aggregation_rule: Rule; rows: Rule[] }
    error: { code: string; fields?: object }
  }
  return { status: answer.status, data, error }
}

describe('an aggregation rule', () => {
  const path = '/api/configuration/v1/aggregation-rule'
  const rule = {
    name: 'Win by location',
    by: 'location',
    granulation: 'day',
    measures: ['net_win', 'coin_in'],
  }

  it('is saved, found, and changed on record; its measures stand in the order of their contract', async () => {
    const made = await call('mihai', 'POST', path, rule)
    expect(made.data.aggregation_rule).toMatchObject({
      ...rule,
      measures: ['coin_in', 'net_win'],
      version: 1,
    })
    const found = await call('mihai', 'POST', '/api/configuration/v1/aggregation-rules', {
      query: 'win by',
      exactFields: ['by', 'granulation'],
      exactValues: ['location', 'day'],
    })
    expect(found.data.rows.map(({ name }) => name)).toEqual(['Win by location'])
    const { _id } = made.data.aggregation_rule
    const changed = await call('mihai', 'PUT', `${path}/${_id}`, { ...rule, measures: ['rtp'], version: 1 })
    expect(changed.data.aggregation_rule).toMatchObject({ measures: ['rtp'], version: 2 })
    const record = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', _id)
      .orderBy('seq')
      .execute()
    expect(record.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  it('has at least one measure, none that nobody defined, and a name of its own in its tenant', async () => {
    const refused = async (more: object) =>
      (await call('mihai', 'POST', path, { ...rule, ...more })).error.fields
    expect(await refused({ name: 'Empty', measures: [] })).toHaveProperty('measures')
    expect(await refused({ name: 'Odd', measures: ['luck'] })).toHaveProperty(['measures.0'])
    expect(await refused({})).toEqual({ name: [{ code: 'taken' }] })
    expect((await call('paulo', 'POST', path, rule)).status).toBe(200)
  })
})
