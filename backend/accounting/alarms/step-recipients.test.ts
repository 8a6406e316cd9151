/** Whom the steps of a rule name and reach: people and channels of the tenant, as far as they may see the slot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, slots, tenants } from '../../../tests/people'
import { orderPath, stepPath, stepTests, type StepAnswer } from '../../../tests/support/alarm-steps'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { createApiToken } from '../../identity/auth/api-tokens'
import type { RuleEscalation } from './escalation.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { rule, step, order, refusal, silent, after, sentTo, undone, enabled, narrow, channel } = stepTests(
  () => backend,
)

describe('who is on call', () => {
  it('is one person, and the next one while they are disabled or may not see the slot', async () => {
    // Wednesday of the second week.
    const { _id } = await order(['olga', 'mihai'])
    const path = `${orderPath}/${_id}`
    expect((await backend.json<StepAnswer>(path, { as: 'mihai' })).body.data['on-call-order'].on_call).toBe(
      'mihai',
    )
    await step(10, { order: _id })
    await silent(slots.bellLink.id)
    await enabled('mihai', 0)
    await after(10)
    await enabled('mihai', 1)
    expect(await sentTo()).toEqual(['olga'])
    await narrow('mihai')
    await undone()
    await after(1)
    expect(await sentTo()).toEqual(['olga', 'olga'])
  })

  it('is a list of the tenant’s own people', async () => {
    const turns = { name: 'Nights', starts_on: '2026-03-02' }
    expect(await refusal(orderPath, { ...turns, people: ['olga', 'paulo'] })).toEqual({
      people: [{ code: 'no_such_people', params: { names: 'paulo' } }],
    })
    expect(await refusal(orderPath, { ...turns, people: [] })).toMatchObject({ people: [{}] })
    await order(['olga'], { name: 'Nights' })
    expect(await refusal(orderPath, { ...turns, people: ['olga'] })).toEqual({ name: [{ code: 'taken' }] })
    expect(await refusal(orderPath, { ...turns, people: ['olga'] }, 'olga')).toBe(403)
  })
})

it('a rule has five steps at most, each at a time of its own and to somebody of the tenant', async () => {
  const whom = { users: [people.olga.id] }
  const refused = (more: object): Promise<unknown> =>
    refusal(stepPath, { rule: rule()._id, minutes: 99, ...whom, ...more })
  expect(await refused({ users: [] })).toEqual({ users: [{ code: 'to_somebody' }] })
  expect(await refused({ users: [people.paulo.id] })).toEqual({ users: [{ code: 'unknown' }] })
  expect(await refused({ users: [people.ana.id] })).toEqual({ users: [{ code: 'unknown' }] })
  expect(await refused({ roles: ['f'.repeat(24)] })).toEqual({ roles: [{ code: 'unknown' }] })
  expect(await refusal(stepPath, { rule: rule()._id, minutes: 5, ...whom }, 'paulo')).toMatchObject({
    rule: [{ code: 'unknown' }],
  })
  const channels = [await channel('Desk', [])]
  const { token } = await createApiToken(backend.db, {
    tenantId: tenants.carpathia.id,
    name: 'rules',
    permissions: ['alarm_rule::update', 'alarm_rule::list', 'acl_user::list'],
  })
  const byProgram = async (body: object, path = stepPath, method = 'POST') => {
    const answer = await backend.json<StepAnswer>(path, {
      token,
      body: { rule: rule()._id, ...body },
      method,
    })
    return answer.body.error?.fields ?? answer.status
  }
  expect(await byProgram({ minutes: 5, channels })).toEqual({ channels: [{ code: 'beyond_yours' }] })
  // Whoever named it before keeps it there.
  const { _id, version } = await step(5, { channels })
  expect(await byProgram({ minutes: 10, channels, version }, `${stepPath}/${_id}`, 'PUT')).toBe(200)
  for (const minutes of [20, 30, 40]) await step(minutes, whom)
  expect(await refused({ minutes: 20 })).toEqual({ minutes: [{ code: 'taken' }] })
  // Of two at once the second sees the first.
  const twins = await Promise.all([refused({ minutes: 50 }), refused({ minutes: 60 })])
  expect(twins.filter(one => one === 200)).toHaveLength(1)
  expect(await refused({})).toEqual({ rule: [{ code: 'too_many', params: { limit: 5 } }] })
})

it('a rule’s page says whom its steps reach, and whom they name in vain', async () => {
  await narrow('olga')
  const { _id } = await order(['nora', 'mihai'])
  await step(10, { users: [people.olga.id, people.nora.id, people.andrei.id], order: _id })
  await enabled('andrei', 0)
  const path = `/api/alarms/v1/alarm-rule/${rule()._id}/escalation`
  const answer = await backend.json<{ data: RuleEscalation }>(path, { as: 'mihai' })
  await enabled('andrei', 1)
  expect(answer.body.data.steps).toMatchObject([
    {
      minutes: 10,
      people: 2,
      on_call: 'mihai',
      left_out: [
        { name: 'nora', why: 'no_right' },
        { name: 'olga', why: 'some' },
        { name: 'andrei', why: 'off' },
      ],
    },
  ])
  expect((await backend.json(path, { as: 'olga' })).status).toBe(403)
  expect((await backend.json(path, { as: 'paulo' })).status).toBe(404)
})
