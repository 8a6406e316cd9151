/** Somebody who was let in and is excluded since: who is told, once, and what of. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { callbackPath } from '../../money/payments/callback.contract'
import { sign } from '../../money/payments/signature.service'
import { removePast } from './retention.service'

let backend: TestBackend
let key = ''
const base = '/api/player-exclusion-processor/v1'
const [HOUR, DAY] = [3_600_000, 86_400_000]
beforeAll(async () => {
  backend = await testBackend()
  const made = await backend.json('/api/okto-processor/v1/merchant', {
    as: 'mihai',
    body: {
      merchant_id: 'OKTO-77',
      legal_name: 'Carpathia Gaming SRL',
      iban: 'RO49AAAA1B31007593840000',
      environment: 'test',
      limit: { minor: 200_000, currency: 'RON' },
    },
  })
  key = String(made.body.data.secret)
})
afterAll(() => backend.close())

async function call(path: string, body: object, as: Person = 'mihai') {
  const answer = await backend.json(`${base}/${path}`, { as, body })
  return answer.body.data as unknown as Record<string, unknown>
}
const scan = async (number: string, location: string = locations.cluj.id) => {
  backend.clock.advance(1)
  return (await call('player-scan', { location, number })).answer
}
const player = async (document_number: string) =>
  ((await call('player', { full_name: 'Zamfir Ana', document_number })).player as { _id: string })._id
const exclude = async (id: string) =>
  Number(((await call('self-exclusion', { player: id })).self_exclusion as { valid_from: number }).valid_from)
interface News {
  template: string
  data: Record<string, string>
  resource_type: string
  resource_id: string
}
const news = async (): Promise<News[]> =>
  (
    await backend.db
      .selectFrom('notifications')
      .select(['template', 'data', 'resource_type', 'resource_id'])
      .where('template', 'like', 'excluded%')
      .orderBy('id')
      .execute()
  ).map(row => ({ ...row, data: JSON.parse(row.data) as Record<string, string> }))
const listed = async (as: Person) =>
  (await backend.json('/api/notifications/v1/list', { as, body: { rowsPerPage: 100 } })).body.data
    .rows as unknown as { category: string }[]
async function pay(player_ref: string, provider_ref: string, more: object = {}) {
  const text = JSON.stringify({
    event_id: `e-${provider_ref}`,
    provider_ref,
    occurred_at: backend.clock(),
    state: 'created',
    direction: 'cash_out',
    terminal: slots.bellLink.serial,
    amount: { minor: 10_000, currency: 'RON' },
    player_ref,
    ...more,
  })
  const answer = await backend.request(`${callbackPath}/${tenants.carpathia.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-signature': sign(key, new TextEncoder().encode(text), backend.clock()),
    },
    body: text as never,
  })
  return answer.status
}

it('is told at the next scan, once a day, to whoever may see players, with the mask alone', async () => {
  const ana = await player('3991231400010')
  const from = await exclude(ana)
  backend.clock.set(from - 2 * HOUR)
  expect(await scan('3991231400010')).toBe('allow')
  backend.clock.set(from + 5 * 60_000)
  expect(await scan('3991231400010')).toBe('deny')
  expect(await scan('3991231400010')).toBe('deny')
  const [one, ...more] = await news()
  expect(more).toEqual([])
  expect(one).toMatchObject({
    template: 'excluded_at_door',
    resource_type: 'player',
    resource_id: ana,
    data: { document: '3********0010', location: 'Cluj Central', let_in: '22:00', found: '00:05' },
  })
  expect(one?.data.since).toMatch(/ 00:00$/)
  expect(JSON.stringify(one)).not.toMatch(/3991231400010|Zamfir/)
  expect((await listed('mihai')).map(row => row.category)).toContain('exclusion')
  for (const as of ['olga', 'paulo'] as const)
    expect((await listed(as)).map(row => row.category)).not.toContain('exclusion')
  const { player: shown } = (await backend.json(`${base}/player/${ana}`, { as: 'mihai' })).body
    .data as unknown as { player: object }
  expect(shown).toMatchObject({
    found_inside_in: { _id: locations.cluj.id },
    found_inside_at: expect.any(Number),
  })
})

it('says nothing of somebody who was let in on another gaming day, or elsewhere', async () => {
  const before = (await news()).length
  const ion = await player('4990615120025')
  const from = await exclude(ion)
  backend.clock.set(from - 2 * HOUR)
  await scan('4990615120025', locations.braila.id)
  backend.clock.set(from + HOUR)
  expect(await scan('4990615120025')).toBe('deny')
  backend.clock.set(from + DAY)
  expect(await scan('4990615120025', locations.braila.id)).toBe('deny')
  expect((await news()).length).toBe(before)
})

it('tells two people of one evening apart, and a blacklist entry that is made while somebody is inside', async () => {
  const before = (await news()).length
  for (const number of ['4971107260041', '3980307410039']) {
    const id = await player(number)
    expect(await scan(number)).toBe('allow')
    await call('blacklist', { player: id, cause: 'violence', reason: 'Threatened a cashier' })
  }
  // At the same moment, from two doors.
  const both = await Promise.all(['4971107260041', '4971107260041', '3980307410039'].map(one => scan(one)))
  expect(both).toEqual(['deny', 'deny', 'deny'])
  const told = (await news()).slice(before)
  expect(told.map(one => one.data.document).sort()).toEqual(['3********0039', '4********0041'])
})

it('is told when a payment names them: it is booked all the same, and of others nothing is told', async () => {
  const before = (await news()).length
  const eva = await player('1070504429315')
  expect(await scan('1070504429315')).toBe('allow')
  // Not excluded yet, a reference that is the provider’s own, and one of nobody.
  for (const [nr, ref] of [eva, 'customer-12', 'f'.repeat(24)].entries())
    expect(await pay(ref, `before-${nr}`)).toBe(200)
  expect((await news()).length).toBe(before)
  await call('blacklist', { player: eva, cause: 'debt', reason: 'Unpaid' })
  expect(await pay(eva, 'after-1')).toBe(200)
  expect(await pay(eva, 'after-2')).toBe(200)
  expect(await scan('1070504429315')).toBe('deny')
  expect((await news()).slice(before)).toMatchObject([
    { template: 'excluded_in_payment', data: { document: '1********9315', serial: slots.bellLink.serial } },
  ])
  const { file } = (await call('player-file', { player: eva, reason: 'Request of 3 May' })) as {
    file: { inside: object[] }
  }
  expect(file.inside).toMatchObject([{ location: 'Cluj Central', found_by: 'payment' }])
})

it('goes with the scans', async () => {
  await removePast(backend.deps, backend.clock() + 30 * DAY)
  expect(await backend.db.selectFrom('inside_alerts').selectAll().execute()).toEqual([])
})
