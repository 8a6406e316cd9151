/** Displays: opened by an address of their own, heard when they ask, shown what their channel says and nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, wednesday, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { MOST_DISPLAYS, type DisplayScreen } from './displays.contract'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())
const tables = ['displays', 'display_channels', 'jackpot_wins', 'jackpot_levels', 'jackpots'] as const
beforeEach(async () => {
  for (const table of ['jackpot_shares', 'jackpot_terms', ...tables] as const)
    await b.db.deleteFrom(table).execute()
  // What levels stand at is remembered for a second.
  b.clock.set(b.clock() < wednesday ? wednesday : b.clock() + 2_000)
})

const base = '/api/display-channels/v1'
const dataOf = <Data>({ body }: { body: Envelope }) => body.data as unknown as Data
const post = (path: string, body: object, as: Person = 'mihai', method = 'POST') =>
  b.json(`${base}/${path}`, { as, method, body })
const lei = (minor: number) => ({ minor, currency: 'RON' })

async function level(location: string | null = locations.cluj.id, name = 'Mini'): Promise<string> {
  const make = async (path: string, body: object) =>
    dataOf<Record<string, { _id: string }>>(
      await b.json(`/api/jackpot-manager/v1/${path}`, { as: 'mihai', body }),
    )[path]?._id ?? ''
  const jackpot = await make('jackpot', { name: `Noroc ${name}`, location, kind: 'mystery', currency: 'RON' })
  return make('jackpot-level', {
    jackpot,
    name,
    position: 1,
    seed: lei(20_000),
    limit: null,
    hit_from: lei(30_000),
    hit_to: lei(50_000),
    visible: 50,
    hidden: 10,
  })
}
async function channel(more: object = {}): Promise<string> {
  const answer = await post('display-channel', {
    name: 'Big hall',
    location: locations.cluj.id,
    levels: [],
    ...more,
  })
  expect([answer.status, answer.body.error?.fields]).toEqual([200, undefined])
  return dataOf<{ 'display-channel': { _id: string } }>(answer)['display-channel']._id
}
async function display(of: string): Promise<{ id: string; token: string }> {
  const answer = await post('display', { channel: of, name: 'North wall' })
  expect([answer.status, answer.body.error?.fields]).toEqual([200, undefined])
  const { display: made, secret } = dataOf<{ display: { _id: string }; secret: string }>(answer)
  return { id: made._id, token: new URL(secret, 'http://x').searchParams.get('token') ?? '' }
}
const hall = (token: string) => b.json(`${base}/hall`, { body: { token } })
const stateOf = async (id: string) =>
  dataOf<{ display: { state: string; last_seen_at: number | null } }>(
    await b.json(`${base}/display/${id}`, { as: 'mihai' }),
  ).display

describe('a display', () => {
  it('opens its channel by an address that is told once and kept as a hash, and is heard', async () => {
    const mini = await level()
    const { id, token } = await display(await channel({ levels: [mini], language: 'pt' }))
    expect((await stateOf(id)).state).toBe('never')
    const shown = dataOf<DisplayScreen>(await hall(token))
    expect(shown).toMatchObject({
      name: 'Big hall',
      language: 'pt',
      levels: [{ name: 'Mini', value: lei(20_000), is_near: false, win: null }],
    })
    // Never the point at which it is won.
    expect(JSON.stringify(shown)).not.toMatch(/point|hit/)
    expect(await stateOf(id)).toMatchObject({ state: 'connected', last_seen_at: b.clock() })
    b.clock.advance(60_000)
    expect((await stateOf(id)).state).toBe('silent')
    const rows = await b.db.selectFrom('displays').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is answered for many at once, each its own, and those that open nothing as nothing', async () => {
    b.clock.advance(61_000)
    const one = await display(await channel())
    const other = await display(await channel({ name: 'Bar' }))
    const { halls, of } = dataOf<{ halls: DisplayScreen[]; of: (number | null)[] }>(
      await b.json(`${base}/hall-values`, { body: { tokens: [other.token, 'none', one.token] } }),
    )
    expect(of.map(place => (place === null ? null : halls[place]?.name))).toEqual(['Bar', null, 'Big hall'])
    const many = Array.from({ length: MOST_DISPLAYS + 1 }, (_, nr) => `t${nr}`)
    expect((await b.json(`${base}/hall-values`, { body: { tokens: many } })).status).toBe(422)
  })
  it('opens nothing with another’s, an old, a revoked or a guessed address; guesses are slowed down', async () => {
    const { id, token } = await display(await channel())
    const renewed = await post('display-rotate', { ids: [id], reason: 'The screen was exchanged' })
    const fresh =
      new URL(dataOf<{ secret: string }>(renewed).secret, 'http://x').searchParams.get('token') ?? ''
    expect([(await hall(token)).status, (await hall(fresh)).status]).toEqual([404, 200])
    await post('display-revoke', { ids: [id], reason: 'It was stolen' })
    expect((await hall(fresh)).status).toBe(404)
    expect((await stateOf(id)).state).toBe('revoked')
    let status = 404
    for (let guess = 0; guess < 70 && status === 404; guess++) ({ status } = await hall(`guess-${guess}`))
    expect(status).toBe(429)
  })
})

describe('a channel', () => {
  it('shows a win while it is celebrated, and what stands on it never falls within a run', async () => {
    const mini = await level()
    const { token } = await display(await channel({ levels: [mini] }))
    const row = await b.db.selectFrom('jackpot_levels').selectAll().executeTakeFirstOrThrow()
    const share = (visible: number) =>
      b.db
        .insertInto('jackpot_shares')
        .values({
          level_id: mini,
          slot_id: 'c1'.padEnd(24, '0'),
          tenant_id: row.tenant_id,
          visible,
          hidden: 0,
          seen: 0,
          last_at: b.clock(),
        })
        .onConflict(on => on.columns(['level_id', 'slot_id']).doUpdateSet({ visible }))
        .execute()
    const shown = async () => {
      b.clock.advance(1_001)
      return dataOf<DisplayScreen>(await hall(token)).levels[0]
    }
    await share(100 * 10_000)
    expect((await shown())?.value.minor).toBe(20_100)
    // A repair takes a reading back: players do not see the level fall.
    await share(50 * 10_000)
    expect((await shown())?.value.minor).toBe(20_100)
    await b.db.updateTable('jackpot_levels').set({ point_minor: 49_500 }).execute()
    await share(29_000 * 10_000)
    expect(await shown()).toMatchObject({ is_near: true, value: lei(49_000), is_held: false })
    // Past its point it shows no more than whoever passed it wins, before that is found and after.
    await share(29_700 * 10_000)
    expect((await shown())?.value).toEqual(lei(49_500))
    await b.db.updateTable('jackpot_levels').set({ state: 'hit', won_minor: 49_200 }).execute()
    expect(await shown()).toMatchObject({ is_held: true, value: lei(49_200) })
  })

  it('takes only levels of its location or of the whole tenant, and is another tenant’s to nobody', async () => {
    const [here, everywhere, elsewhere] = [
      await level(),
      await level(null, 'Grand'),
      await level(locations.braila.id, 'Far'),
    ]
    const id = await channel({ levels: [here, everywhere] })
    const refused = async (more: object, as: Person = 'mihai') =>
      Object.keys(
        (
          await post(
            'display-channel',
            { name: 'Other', location: locations.cluj.id, levels: [], ...more },
            as,
          )
        ).body.error?.fields ?? {},
      )
    expect([
      await refused({ levels: [elsewhere] }),
      await refused({ levels: ['f'.repeat(24)] }),
      await refused({ location: locations.porto.id }),
      await refused({ name: 'Big hall' }),
      await refused({ theme: 'pink' }),
    ]).toEqual([['levels'], ['levels'], ['location'], ['name'], ['theme']])
    expect((await b.json(`${base}/display-channel/${id}`, { as: 'paulo' })).status).toBe(404)
    expect((await b.json(`${base}/hall-preview/${id}`, { as: 'paulo' })).status).toBe(404)
    expect((await b.json(`${base}/hall-preview/${id}`, { as: 'olga' })).status).toBe(200)
    expect((await post('display', { channel: id, name: 'Mine now' }, 'paulo')).status).toBe(422)
    expect(
      (await post('display-channel', { name: 'Mine', location: locations.cluj.id }, 'olga')).status,
    ).toBe(403)
  })
})
