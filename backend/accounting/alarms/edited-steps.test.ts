/** A step counts from when it was added; one whose minutes are edited is the same step, done once for an alarm. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people, slots } from '../../../tests/people'
import { HOUR } from '../../../tests/support/feed'
import { MINUTE, stepPath, stepTests } from '../../../tests/support/alarm-steps'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { found, rule, step, silent, after, sentTo } = stepTests(() => backend)

async function edit({ _id, version }: { _id: string; version: number }, minutes: number, whom: object) {
  const { status } = await backend.json(`${stepPath}/${_id}`, {
    as: 'mihai',
    method: 'PUT',
    body: { rule: rule()._id, minutes, ...whom, version },
  })
  expect(status).toBe(200)
}

it('does not repeat when it is put off', async () => {
  const olga = { users: [people.olga.id] }
  const first = await step(10, olga)
  await step(30, { users: [people.mihai.id] })
  await silent(slots.bellLink.id)
  await after(10)
  await edit(first, 20, olga)
  await after(15)
  expect(await sentTo()).toEqual(['olga'])
  await after(5)
  expect(await sentTo()).toEqual(['mihai', 'olga'])
})

it('is not passed over when it is brought forward', async () => {
  await step(10, { users: [people.olga.id] })
  const mihai = { users: [people.mihai.id] }
  const second = await step(30, mihai)
  await silent(slots.bellLink.id)
  await after(10)
  await edit(second, 5, mihai)
  await after(1)
  expect(await sentTo()).toEqual(['mihai', 'olga'])
  expect(await found({ state: 'open' })).toMatchObject([{ escalated_after: 10 }])
})

it('counts from when it was added, and not for alarms that are old already', async () => {
  await silent(slots.bellLink.id)
  backend.clock.advance(HOUR)
  await step(10, { users: [people.olga.id] })
  await after(1)
  expect(await sentTo()).toEqual([])
  await after(9)
  expect(await sentTo()).toEqual(['olga'])
})

it('is not made up for when it is added after an alarm has been through a later one', async () => {
  await step(30, { users: [people.olga.id] })
  await silent(slots.bellLink.id)
  await after(30)
  backend.clock.advance(MINUTE)
  await step(10, { users: [people.mihai.id] })
  await after(20)
  expect(await sentTo()).toEqual(['olga'])
})
