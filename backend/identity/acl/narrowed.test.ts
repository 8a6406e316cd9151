/**
 * Rules narrow a person everywhere: every list, total, single record and other thing that is read, without any of them
 * knowing of rules.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, people, slots, smibs, tenants, type Person } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { roleId } from '../auth/roles'
import { isPostgres } from '../../platform/db/bulk'
import { ofNobody, placed } from '../auth/placed-tables'

let full: FullLists
const base = '/api/users/v1'
const as = (person: Person, path: string, body?: object, method?: string) =>
  full.backend.json(path, { as: person, ...(body && { body }), ...(method && { method }) })

/**
 * Who is excluded is excluded everywhere: a location that cannot see it would let them play. A jackpot's value is what
 * all its slots have put in. The index of slots' words leads to slots, which are narrowed.
 */
const everywhere = new Set(['self_exclusions', 'blacklists', 'jackpot_shares', 'slot_search'])

/** Andrei sees Brăila; everything else of his tenant stands in Cluj. */
const hidden =
  /EGT-00412|NOV-10077|Cluj Central|a0b1c2d3e40[12]|SPA-\d|b10{21}1\b|c10{21}[12]\b|d10{21}[12]\b/

beforeAll(async () => {
  full = await fullLists()
  await full.backend.db
    .insertInto('user_roles')
    .values({ user_id: people.andrei.id, role_id: roleId('administrator') })
    .execute()
  const group = await as('ana', `${base}/entity-group`, {
    name: 'The coast',
    tenant: tenants.carpathia.id,
    model: 'location',
    locations: [locations.braila.id],
  })
  const rule = await as('ana', `${base}/acl-rule`, {
    name: 'Andrei: the coast',
    tenant: tenants.carpathia.id,
    model: 'location',
    user: people.andrei.id,
    groups: [(group.body.data.entity_group as { _id: string })._id],
  })
  if (rule.status !== 200) throw new Error(JSON.stringify(rule.body))
})
afterAll(() => full.backend.close())

/** Shown to nobody of a tenant. */
const SYSTEM_LISTS = new Set(['/api/mail/v1/mails'])

describe('a narrowed user', () => {
  it('finds only their part in every list, and in its total', async () => {
    const wrong: string[] = []
    for (const list of full.lists) {
      const { status, body } = await as('andrei', list.path, {
        rowsPerPage: 1_000,
        ...full.needed(list.path),
      })
      // What somebody else ordered over many rows is theirs.
      if (status === 403 && SYSTEM_LISTS.has(list.path)) continue
      if (status !== 200 && !(status === 404 && full.needed(list.path).exactFields.length > 0))
        wrong.push(`${list.path}: ${status}`)
      // Groups, their own notes and jobs are the tenant's: what they hold is narrowed, what they are called is not.
      const told = hidden.exec(JSON.stringify(body.data ?? {}))
      if (told) wrong.push(`${list.path} tells ${told[0]}`)
    }
    expect(wrong).toEqual([])
    const total = async (person: Person, list: string) =>
      (await as(person, `/api/configuration/v1/${list}`, { rowsPerPage: 1 })).body.data.total
    expect(await total('andrei', 'slots')).toBe(1)
    expect(await total('andrei', 'locations')).toBe(1)
    expect(await total('andrei', 'smibs')).toBe(1)
    // By the index of slots' words, too.
    const found = async (person: Person) =>
      (await as(person, '/api/configuration/v1/slots', { query: '00412' })).body.data.total
    expect([await found('ana'), await found('andrei')]).toEqual([1, 0])
    expect(await total('mihai', 'slots')).toBeGreaterThan(3)
  })

  it('gets 404 for what is hidden, and nothing of it by any other way of reading', async () => {
    const wrong: string[] = []
    for (const spec of full.backend.app.api.endpoints.filter(one => one.method === 'GET')) {
      for (const id of [locations.cluj.id, slots.bellLink.id, smibs.bellLink.id]) {
        const path = spec.path.replaceAll(/:\w+/g, id)
        const answer = await full.backend.request(path, { as: 'andrei' })
        const text = (await answer.text()).replaceAll(id, '')
        if (answer.status >= 500 || hidden.test(text)) wrong.push(`${path}: ${answer.status}`)
        if (!spec.path.includes(':')) break
      }
    }
    expect(wrong).toEqual([])
    for (const path of [
      `location/${locations.cluj.id}`,
      `slot/${slots.bellLink.id}`,
      `smib/${smibs.bellLink.id}`,
    ])
      expect((await as('andrei', `/api/configuration/v1/${path}`)).status).toBe(404)
    expect((await as('andrei', `/api/configuration/v1/slot/${slots.harbour.id}`)).status).toBe(200)
  })

  it('changes nothing that is hidden, and decides nothing about others', async () => {
    const lock = await as('andrei', '/api/slotcontrol/v1/lock', {
      ids: [slots.bellLink.id],
      reason: 'Not mine to see',
    })
    expect(lock.status).toBe(404)
    const made = await as('andrei', `${base}/user`, { username: 'wider.view', full_name: 'Wider View' })
    expect(made.body.error.code).toBe('narrowed')
  })

  it('sees all of it again with the next request after the rule is gone', async () => {
    const rules = await as('ana', `${base}/acl-rules`, {})
    const rule = rules.body.data.rows[0] as { _id: string }
    await as('ana', `${base}/delete/acl-rule/${rule._id}`, {})
    expect((await as('andrei', `/api/configuration/v1/slot/${slots.bellLink.id}`)).status).toBe(200)
  })

  it('finds no more where the rule names the only slot of a location than where it names the location', async () => {
    const listed = async (rule: object): Promise<string[]> => {
      const common = { name: 'Andrei: one place', tenant: tenants.carpathia.id, user: people.andrei.id }
      const made = await as('ana', `${base}/acl-rule`, { ...common, ...rule })
      const { _id: own } = made.body.data.acl_rule as { _id: string }
      const found: string[] = []
      for (const { path } of full.lists) {
        const { status, body } = await as('andrei', path, { rowsPerPage: 1_000, ...full.needed(path) })
        if (status !== 200) continue
        for (const { _id } of body.data.rows) if (_id && _id !== own) found.push(`${path} ${String(_id)}`)
      }
      expect((await as('ana', `${base}/delete/acl-rule/${own}`, {})).status).toBe(200)
      return found
    }
    const bySlot = await listed({ model: 'slot', conditions: [`serial: ${slots.harbour.serial}`] })
    const byLocation = await listed({ model: 'location', conditions: [`city: Brăila`] })
    expect(bySlot.filter(row => !byLocation.includes(row))).toEqual([])
    expect(bySlot.length).toBeGreaterThan(10)
  })
})

describe('rules', () => {
  it('by fields: those about one model add up, those about two narrow one another', async () => {
    const make = (more: object) =>
      as('ana', `${base}/acl-rule`, {
        name: 'By field',
        tenant: tenants.carpathia.id,
        user: people.olga.id,
        ...more,
      })
    const seen = async () =>
      (await as('olga', '/api/configuration/v1/slots', { rowsPerPage: 50 })).body.data.rows
        .map(row => row.serial)
        .filter(serial => !String(serial).startsWith('SPA'))
        .sort()
    expect((await make({ model: 'location', conditions: ['city: Brăila | Nowhere'] })).status).toBe(200)
    expect(await seen()).toEqual(['AMA-55501'])
    await make({ model: 'location', conditions: ["city: Cluj-Napoca | O'Hara"] })
    expect(await seen()).toEqual(['AMA-55501', 'EGT-00412', 'NOV-10077'])
    await make({ model: 'slot', conditions: ['manufacturer: Novomatic'] })
    expect(await seen()).toEqual(['NOV-10077'])
    expect((await make({ model: 'slot', conditions: ['password: x'] })).body.error.fields).toMatchObject({
      conditions: [{ code: 'rule_condition' }],
    })
  })

  it('do not hide from their author what they would have to see', async () => {
    const rule = { name: 'Mine', model: 'location', conditions: ['city: Brăila'] }
    const refused = async (subject: object) =>
      Object.keys((await as('ana', `${base}/acl-rule`, { ...rule, ...subject })).body.error.fields ?? {})
    expect(await refused({ user: people.ana.id })).toEqual(['user'])
    expect(await refused({ role: roleId('administrator') })).toEqual(['role'])
    expect(await refused({})).toEqual(['user'])
  })
})

it('every table that says where a row belongs has its place in the narrowing', async () => {
  const { db } = full.backend
  const names = sql.join(['location', 'slot', 'smib'].flatMap(kind => [`${kind}_id`, `${kind}_nr`]))
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select distinct table_name as name from information_schema.columns
        where table_schema = 'public' and column_name in (${names})
          -- A month of a table is asked for by nobody: all is asked of the table.
          and not (select relispartition from pg_class where oid = quote_ident(table_name)::regclass)`.execute(
        db,
      )
    : await sql<{ name: string }>`select distinct m.name from sqlite_master m, pragma_table_info(m.name) c
        where m.type in ('table', 'view') and c.name in (${names})`.execute(db)
  const hasPlace = (name: string) => name in placed || everywhere.has(name) || ofNobody.includes(name)
  expect(rows.map(row => row.name).filter(name => !hasPlace(name))).toEqual([])
})
