/** What a rule may say, and who writes one. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { locations, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(() => backend.db.deleteFrom('alarm_rules').execute())

const one = '/api/alarms/v1/alarm-rule'
const silence = { name: 'Silent', watched: 'silence', threshold: 30 }
const jams = { name: 'Jams', watched: 'event', code: '28', threshold: 3, window_minutes: 60 }
const create = (body: object, as: Person = 'mihai') => backend.json(one, { as, body })
const made = async (body: object, as: Person = 'mihai') => expect((await create(body, as)).status).toBe(200)
const faults = async (body: object, as: Person = 'mihai') => (await create(body, as)).body.error?.fields

it('is refused for what it cannot mean', async () => {
  const required = [{ code: 'required' }]
  expect(await faults({ ...silence, threshold: 0 })).toMatchObject({ threshold: [{ code: 'too_small' }] })
  expect(await faults({ ...silence, threshold: -3 })).toMatchObject({ threshold: [{ code: 'too_small' }] })
  expect(await faults({ ...silence, threshold: 10 ** 12 })).toMatchObject({
    threshold: [{ code: 'too_big' }],
  })
  expect(await faults({ ...silence, threshold: null, operator: 'at_most' })).toEqual({
    threshold: required,
    operator: [{ code: 'invalid' }],
  })
  expect(await faults({ ...jams, code: null, window_minutes: null })).toEqual({
    code: required,
    window_minutes: required,
  })
  expect(await faults({ ...jams, code: 'ZZ' })).toEqual({ code: [{ code: 'unknown' }] })
  expect(await faults({ ...jams, window_minutes: 60 * 24 * 400 })).toMatchObject({
    window_minutes: [{ code: 'too_big' }],
  })
  expect(await faults({ ...jams, clears_threshold: 4 })).toEqual({
    clears_threshold: [{ code: 'clears_beyond' }],
  })
  expect(await faults({ ...silence, quiet_from: '22:00' })).toEqual({ quiet_to: required })
  expect(await faults({ ...silence, quiet_from: '22:00', quiet_to: '22:00' })).toEqual({
    quiet_to: [{ code: 'not_after_start' }],
  })
  expect(await faults({ ...silence, text_en: 'See {slott}' })).toMatchObject({
    text_en: [{ code: 'unknown_placeholder' }],
  })
  expect(
    await faults({
      name: 'Money',
      watched: 'measure',
      measure: 'net_win',
      window_hours: 1,
      amount: { minor: -100, currency: 'RON' },
      clears_amount: { minor: -200, currency: 'EUR' },
    }),
  ).toEqual({ clears_amount: [{ code: 'one_currency' }] })
})

it('has a name of its own, and is about no other tenant’s locations or groups', async () => {
  await made(silence)
  expect(await faults(silence)).toEqual({ name: [{ code: 'taken' }] })
  await made({ ...silence, tenant: tenants.lusitania.id }, 'ana')
  const foreign = { ...silence, name: 'Foreign', locations: [locations.porto.id] }
  expect(await faults(foreign)).toEqual({ locations: [{ code: 'unknown' }] })
  expect(await faults({ ...foreign, tenant: tenants.carpathia.id }, 'ana')).toEqual({
    locations: [{ code: 'other_tenant' }],
  })
  expect(await faults({ ...silence, name: 'Group', group: 'a'.repeat(24) })).toEqual({
    group: [{ code: 'unknown' }],
  })
  expect(await faults({ ...silence, name: 'Nobody’s' }, 'ana')).toEqual({ tenant: [{ code: 'required' }] })
})

it('is written by managers whom no rule narrows, and read by whoever reads slots', async () => {
  expect((await create(silence, 'olga')).status).toBe(403)
  expect((await create(silence, 'nora')).status).toBe(403)
  await made(silence)
  const list = await backend.json(`${one}s`, { as: 'olga', body: {} })
  expect(list.body.data.rows).toMatchObject([{ name: 'Silent', open_alarms: 0, locations: [] }])
  expect((await backend.json(`${one}s`, { as: 'paulo', body: {} })).body.data.rows).toEqual([])
})
