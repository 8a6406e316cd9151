/** Slots that are marked, since their events have to be looked at. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { Deps } from '../../platform/deps'
import { lookAtMarks } from './anomalies-watch.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

it('are taken twenty at a time: whoever stores an event of another one waits for few of them', async () => {
  const marks = Array.from({ length: 45 }, (_, nr) => ({
    slot_id: `slot ${nr}`,
    location_id: locations.cluj.id,
    from_at: 0,
    due_at: nr,
  }))
  await backend.db.insertInto('anomaly_marks').values(marks).execute()
  const taken: number[] = []
  expect(await lookAtMarks({ ...backend.deps, db: counting(taken) })).toBe(45)
  expect(taken).toEqual([20, 20, 5])
})

it('of a tenant with many keep those of another one waiting for no turn', async () => {
  const of = (location: keyof typeof locations, most: number) =>
    Array.from({ length: most }, (_, nr) => ({
      slot_id: `${location} ${nr}`,
      location_id: locations[location].id,
      from_at: 0,
      due_at: location === 'porto' ? 1_000 : nr,
    }))
  const left = async (location: keyof typeof locations) =>
    (
      await backend.db
        .selectFrom('anomaly_marks')
        .select('slot_id')
        .where('location_id', '=', locations[location].id)
        .execute()
    ).length
  await backend.db
    .insertInto('anomaly_marks')
    .values([...of('cluj', 250), ...of('porto', 1)])
    .execute()
  expect(await lookAtMarks(backend.deps)).toBe(200)
  expect([await left('porto'), await left('cluj')]).toEqual([0, 51])
})

/** Says of each transaction how many marks it has taken. */
function counting(taken: number[]): Deps['db'] {
  const { db } = backend
  const transaction = () => ({
    execute: (work: (tx: Deps['db']) => Promise<unknown>) =>
      db.transaction().execute(async tx => {
        const count = async () =>
          Number(
            (
              await tx
                .selectFrom('anomaly_marks')
                .select(({ fn }) => fn.countAll().as('marks'))
                .executeTakeFirstOrThrow()
            ).marks,
          )
        const before = await count()
        const done = await work(tx)
        taken.push(before - (await count()))
        return done
      }),
  })
  return new Proxy(db, {
    get(target, name) {
      const own: unknown = name === 'transaction' ? transaction : Reflect.get(target, name, target)
      return typeof own === 'function' ? (own as (...all: unknown[]) => unknown).bind(target) : own
    },
  })
}
