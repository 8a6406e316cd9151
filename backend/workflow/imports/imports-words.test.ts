/** Files in the words of those who keep them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import type { MissingList, NamedEntry } from './entries.contract'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
afterAll(async () => {
  await desk.end()
  await backend.close()
})

const head = 'serial;location;manufacturer;accounting_denom'

it.each([
  ['Status', 'Inactive', 'Active'],
  ['Stare', 'Inactiv', 'Activ'],
  ['Estado', 'Inativo', 'Ativo'],
  ['status', 'INACTIVE', 'locked'],
])('a column %s says whether a slot is in use', async (header, no, yes) => {
  const checked = await desk.check(
    'mihai',
    'slots',
    'create',
    `${head};${header}\nST-1;CJ-01;EGT;0,01;${no}\nST-2;CJ-01;EGT;0,01;${yes}\n`,
  )
  expect(checked.warnings).toEqual([])
  const rows = await desk.rows('mihai', checked._id)
  expect(rows.map(({ values, problems }) => [values.active, problems])).toEqual([
    [no, []],
    [yes, []],
  ])
  await desk.done('mihai', checked._id, 'commit')
  const stored = await backend.db
    .selectFrom('slots')
    .select(['serial', 'archived_at'])
    .where('serial', 'in', ['ST-1', 'ST-2'])
    .orderBy('serial')
    .execute()
  expect(stored.map(({ archived_at }) => archived_at === null)).toEqual([false, true])
  await desk.done('mihai', checked._id, 'undo')
})

it('a state beside the column that says it is left out', async () => {
  const checked = await desk.check(
    'mihai',
    'slots',
    'create',
    `${head};active;status\nST-3;CJ-01;EGT;0,01;1;locked\n`,
  )
  expect(checked.warnings).toEqual([{ code: 'unknown_column', params: { header: 'status', rows: 1 } }])
})

it.each(['BRĂILA PORT', 'brăila port', 'Bra\u0306ila Port', 'Brãila Port', 'br–01'])(
  'a location is found however its name is spelled: %s',
  async name => {
    const checked = await desk.check('mihai', 'slots', 'create', `${head}\nNM-1;${name};EGT;0,01\n`)
    expect(await desk.problems('mihai', checked._id)).toEqual([])
  },
)

describe('a file that names entries which the games registry does not have', () => {
  const file = [
    `${head};machine_type;game_mix;protocol`,
    'EN-1;CJ-01;Ţambal Gaming;0,01;TG-1;Tambal Mega;SAS 6.2',
    'EN-2;CJ-01;"Ţambal\nGaming\u200b";0,01;TG-1;Tambal Mega;SAS 6.02',
    'EN-3;CJ-01;TAMBAL GAMING;0,01;P-32/32;;SAS 6.02',
    'EN-4;CJ-01;Novomatc;0,01;;Tambal Mega;SAS 6.02',
    'EN-5;CJ-01;EGT;0,01;;;SAS 6.02',
  ].join('\n')
  const entriesOf = async (as: Person, id: string) =>
    (await desk.call(as, 'GET', `/import/${id}/entries`)).data as unknown as { lists: MissingList[] }
  const create = async (as: Person, id: string, ...entries: [column: string, name: string][]) =>
    (await desk.call(as, 'POST', `/import/${id}/entries`, {
      entries: entries.map(([column, name]) => ({ column, name })),
    })) as unknown as { status: number; data: Record<'created' | 'refused', NamedEntry[]> }

  it('lists them with what they resemble, and is checked again once an administrator created some', async () => {
    const { _id } = await desk.check('mihai', 'slots', 'create', file)
    const problems = await desk.problems('mihai', _id)
    const { lists } = await entriesOf('mihai', _id)
    expect(
      lists.map(({ column, list, by_hand, lacks, system_only, entries, more }) => ({
        column,
        list,
        by_hand,
        lacks,
        system_only,
        entries: entries.map(({ name, rows, similar }) => [name, rows, ...similar]),
        more,
      })),
    ).toEqual([
      {
        column: 'manufacturer',
        list: 'games-registry/manufacturers',
        by_hand: false,
        lacks: ['gr_manufacturer::update'],
        system_only: true,
        entries: [
          ['Ţambal Gaming', 3],
          ['Novomatc', 1, 'Novomatic'],
        ],
        more: 0,
      },
      {
        column: 'machine_type',
        list: 'games-registry/machine-types',
        by_hand: false,
        lacks: ['gr_machine_type::update'],
        system_only: true,
        entries: [['TG-1', 2]],
        more: 0,
      },
      {
        column: 'game_mix',
        list: 'games-registry/game-mixes',
        by_hand: false,
        lacks: ['gr_game_mix::update'],
        system_only: true,
        entries: [['Tambal Mega', 3]],
        more: 0,
      },
      {
        column: 'protocol',
        list: 'games-registry/protocols',
        by_hand: true,
        lacks: ['gr_protocol::update'],
        system_only: true,
        entries: [['SAS 6.2', 1]],
        more: 0,
      },
    ])

    expect((await create('mihai', _id, ['manufacturer', 'Ţambal Gaming'])).status).toBe(403)
    expect((await create('paulo', _id, ['manufacturer', 'Ţambal Gaming'])).status).toBe(404)
    expect(
      (await create('ana', _id, ['manufacturer', 'Ţambal Gaming'], ['protocol', 'SAS 6.2'])).status,
    ).toBe(422)
    expect(await desk.problems('mihai', _id)).toEqual(problems)

    const made = await create(
      'ana',
      _id,
      ['game_mix', 'Tambal Mega'],
      ['machine_type', 'tg-1'],
      ['manufacturer', 'tambal gaming'],
      ['manufacturer', 'Somebody Else'],
    )
    expect(made.data.created).toEqual([
      { column: 'manufacturer', name: 'Ţambal Gaming' },
      { column: 'machine_type', name: 'TG-1' },
      { column: 'game_mix', name: 'Tambal Mega' },
    ])
    expect(made.data.refused).toEqual([
      { column: 'manufacturer', name: 'Somebody Else', code: 'not_missing' },
    ])
    expect(await desk.settled('mihai', _id)).toMatchObject({ state: 'checked', counts: { ok: 3, error: 2 } })
    expect(await desk.problems('mihai', _id)).toEqual([
      '2 protocol not_in_registry',
      '6 manufacturer not_in_registry',
    ])
    // All rows of the type name one maker, those of the mix do not.
    const makerOf = (table: 'machine_types' | 'game_mixes', name: string) =>
      backend.db
        .selectFrom(table)
        .leftJoin('manufacturers', 'manufacturers.id', `${table}.manufacturer_id`)
        .select('manufacturers.name')
        .where(`${table}.name`, '=', name)
        .executeTakeFirst()
    expect(await makerOf('machine_types', 'TG-1')).toEqual({ name: 'Ţambal Gaming' })
    expect(await makerOf('game_mixes', 'Tambal Mega')).toEqual({ name: null })
    const audited = await backend.db
      .selectFrom('audit_log')
      .select(['entity', 'tenant_id', 'action', 'actor_name'])
      .where('entity', 'in', ['manufacturer', 'machine_type', 'game_mix'])
      .orderBy('seq')
      .execute()
    expect(audited.map(({ entity, action, actor_name }) => [entity, action, actor_name])).toEqual(
      ['manufacturer', 'machine_type', 'game_mix'].map(entity => [entity, 'create', people.ana.fullName]),
    )

    // What was committed meanwhile stays so, and what somebody has created by another way is found.
    await desk.done('mihai', _id, 'commit')
    await backend.json('/api/games-registry/v1/manufacturer', {
      as: 'ana',
      method: 'POST',
      body: { name: 'Novomatc' },
    })
    expect((await create('ana', _id, ['manufacturer', 'Novomatc'])).data).toMatchObject({
      created: [],
      refused: [{ column: 'manufacturer', name: 'Novomatc', code: 'not_missing' }],
    })
    expect(await desk.settled('mihai', _id)).toMatchObject({
      state: 'committed',
      counts: { committed: 3, ok: 1, error: 1 },
      can: { commit: true, undo: true },
    })
    await desk.done('mihai', _id, 'undo')
  })
})
