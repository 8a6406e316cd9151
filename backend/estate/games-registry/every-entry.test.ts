/** What holds for each of the seven kinds of entry alike: who uses it holds it, and a change of it can be set back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { gameMixesContract } from './game-mixes.contract'
import { gameProfilesContract } from './game-profiles.contract'
import { gameSettingsContract } from './game-settings.contract'
import { gamesContract } from './games.contract'
import { machineTypesContract } from './machine-types.contract'
import { manufacturersContract } from './manufacturers.contract'
import { protocolsContract } from './protocols.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

type Fields = Record<string, unknown>
interface Entry extends Fields {
  _id: string
  version: number
}

const base = '/api/games-registry/v1'
async function call(method: string, path: string, body?: object) {
  const answer = await backend.json(path, { method, as: 'ana', ...(body && { body }) })
  return { status: answer.status, ...(answer.body as { data: Fields; error: Fields }) }
}
let made = 0
async function create(one: string, body: object): Promise<Entry> {
  const { status, data, error } = await call('POST', `${base}/${one}`, { name: `${one} ${++made}`, ...body })
  expect([status, error]).toEqual([200, undefined])
  return data[one] as Entry
}
const idOf = async (one: string, body: object) => (await create(one, body))._id

/** Of each kind: what it takes beside a name, and the same after a change of everything. */
const kinds = [
  {
    contract: manufacturersContract,
    before: () => ({ full_name: 'Works of Arad', country: 'RO' }),
    after: () => ({ full_name: null, country: 'HU' }),
  },
  {
    contract: machineTypesContract,
    before: async () => ({
      manufacturer: await idOf('manufacturer', {}),
      operating_class: 'A',
      positions: 8,
    }),
    after: () => ({ manufacturer: null, operating_class: 'B', positions: null }),
  },
  {
    contract: gamesContract,
    before: async () => ({ manufacturer: await idOf('manufacturer', {}), kind: 'dice' }),
    after: async () => ({ manufacturer: await idOf('manufacturer', {}), kind: 'cards' }),
  },
  {
    contract: gameMixesContract,
    before: async () => ({
      manufacturer: await idOf('manufacturer', {}),
      games: [await idOf('game', {}), await idOf('game', {})],
    }),
    after: async () => ({ manufacturer: null, games: [await idOf('game', {})] }),
  },
  {
    contract: gameProfilesContract,
    before: async () => ({
      game: await idOf('game', {}),
      theoretical_rtp: 9_200,
      lines: 20,
      progressive: true,
    }),
    after: async () => ({
      game: await idOf('game', {}),
      theoretical_rtp: 9_410,
      lines: null,
      progressive: false,
    }),
  },
  {
    contract: protocolsContract,
    before: () => ({ protocol_family: 'gsa' }),
    after: () => ({ protocol_family: 'pulse' }),
  },
  {
    contract: gameSettingsContract,
    before: async () => {
      const game = await idOf('game', {})
      return {
        game,
        profile: await idOf('game_profile', { game, theoretical_rtp: 9_000 }),
        denomination: { minor: 10, currency: 'RON' },
        credit_limit: { minor: 500_000, currency: 'RON' },
        gamble: true,
      }
    },
    after: () => ({ game: null, profile: null, denomination: null, credit_limit: null, gamble: false }),
  },
]

const read = async (one: string, id: string) => (await call('GET', `${base}/${one}/${id}`)).data[one] as Entry
/** Of an entry what was sent: references by id. */
const sent = (entry: Entry, names: string[]) =>
  Object.fromEntries(names.map(name => [name, byId(entry[name])]))
const byId = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(byId).toSorted()
    : value !== null && typeof value === 'object' && '_id' in value
      ? value._id
      : value

it.each(kinds)('a change of a $contract.one is set back whole', async ({ contract: { one }, ...given }) => {
  const before: Fields = { note: 'As it came', ...(await given.before()) }
  const entry = await create(one, before)
  const names = Object.keys(before)
  const first = sent(await read(one, entry._id), names)
  const after: Fields = { ...(await given.after()), name: entry.name, note: null, version: entry.version }
  expect((await call('PUT', `${base}/${one}/${entry._id}`, after)).status).toBe(200)
  const changed = sent(await read(one, entry._id), names)
  for (const name of names) expect({ [name]: changed[name] }).not.toEqual({ [name]: first[name] })

  const { data } = await call('POST', '/api/audit/v1/entries', {
    rowsPerPage: 1,
    exactFields: ['entity', 'entity_id'],
    exactValues: [one, entry._id],
  })
  const [update] = data.rows as { _id: string; action: string }[]
  expect(update?.action).toBe('update')
  const back = await call('POST', `${base}/revert/${one}/${entry._id}`, { entry: update?._id, version: 2 })
  expect([back.status, back.error]).toEqual([200, undefined])
  expect(sent(await read(one, entry._id), names)).toEqual(first)
})

/** What a slot cannot be without. */
const instead: Record<string, string> = { manufacturer: 'EGT', protocol: 'SAS 6.02' }
/** Who can hold an entry: by list, how one is made that names it. */
const holders: Record<
  string,
  (field: string, id: string) => Promise<{ _id: string; release: () => Promise<unknown> }>
> = {
  'games-registry/machine-types': (field, id) => holding('machine_type', { [field]: id }),
  'games-registry/games': (field, id) => holding('game', { [field]: id }),
  'games-registry/game-mixes': (field, id) =>
    holding('game_mix', field === 'game' ? { games: [id] } : { [field]: id }),
  'games-registry/game-profiles': (field, id) =>
    holding('game_profile', { [field]: id, theoretical_rtp: 9_000 }),
  'games-registry/game-settings': (field, id) => holding('game_setting', { [field]: id }),
  'alarms/alarm-rules': async (field, id) => {
    const path = '/api/alarms/v1/alarm-rule'
    const rule = { name: `Rule ${++made}`, watched: 'silence', threshold: 30 }
    const { data, error } = await backend
      .json(path, { method: 'POST', as: 'mihai', body: { ...rule, [field]: id } })
      .then(answer => answer.body as unknown as { data: Record<string, Entry>; error: Fields })
    expect(error).toBeUndefined()
    const { _id, version } = data['alarm-rule'] ?? { _id: '', version: 0 }
    return {
      _id,
      release: () =>
        backend.json(`${path}/${_id}`, {
          method: 'PUT',
          as: 'mihai',
          body: { ...rule, version, reason: 'Another rule has it' },
        }),
    }
  },
  'configuration/slots': async (field, id) => {
    const path = '/api/configuration/v1/slot'
    const { data, error } = await backend
      .json(path, {
        method: 'POST',
        as: 'mihai',
        body: {
          serial: `HOLDS-${++made}`,
          location: locations.cluj.id,
          manufacturer: 'EGT',
          denomination: { minor: 1, currency: 'RON' },
          [field]: id,
        },
      })
      .then(answer => answer.body as unknown as { data: { slot: Entry }; error: Fields })
    expect(error).toBeUndefined()
    const { slot } = data
    return {
      _id: slot._id,
      release: () =>
        backend.json(`${path}/${slot._id}`, {
          method: 'PUT',
          as: 'mihai',
          body: {
            ...slot,
            location: locations.cluj.id,
            reason: 'Another one was fitted',
            [field]: instead[field] ?? null,
          },
        }),
    }
  },
}
async function holding(one: string, body: object) {
  const { _id } = await create(one, body)
  return { _id, release: () => call('POST', `${base}/delete/${one}/${_id}`, {}) }
}

describe('an entry that is in use', () => {
  const held = kinds.flatMap(({ contract, before }) =>
    (contract.usedBy ?? []).map(use => ({ one: contract.one, before, ...use })),
  )
  it.each(held)('$one stays for $list, which is found by it, and goes once it is free', async use => {
    const entry = await create(use.one, await use.before())
    const holder = await holders[use.list]?.(use.filter, entry._id)
    if (!holder) throw new Error(`No record here names a ${use.one} through ${use.list}`)
    const path = `${base}/delete/${use.one}/${entry._id}`
    const refused = await call('POST', path, {})
    const uses = [{ list: use.list, filter: use.filter, count: 1, archived: 0 }]
    expect([refused.status, refused.error]).toMatchObject([409, { code: 'in_use', details: { uses } }])
    expect((await call('GET', `${base}/uses/${use.one}/${entry._id}`)).data).toEqual({ uses, kept: null })
    const found = await backend.json<{ data: { rows: Entry[] } }>(`/api/${use.list.replace('/', '/v1/')}`, {
      as: use.list.startsWith('games-registry') ? 'ana' : 'mihai',
      body: { exactFields: [use.filter], exactValues: [entry._id] },
    })
    expect(found.body.data.rows.map(({ _id }) => _id)).toEqual([holder._id])
    expect(await holder.release()).toMatchObject({ status: 200 })
    expect((await call('POST', path, {})).status).toBe(200)
  })
})
