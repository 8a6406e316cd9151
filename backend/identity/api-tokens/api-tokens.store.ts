import { DAY_MS } from '../../platform/contract/durations'
import { sql, type RawBuilder } from 'kysely'
import { demandWhole } from '../acl/demand-whole.service'
import { mayGrant, unissuedSecret } from '../auth/api-tokens.service'
import type { Faults } from '../../platform/contract/across'
import type { InputOf } from '../../platform/contract/contract'
import { SYSTEM_TENANT, type Reference } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import { absent, derived, readOnly, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { Reading, WriteContext } from '../../platform/store/store-spec'
import type { Scope } from '../../platform/request/actor'
import { apiTokensContract, EXPIRING_MS, tokenRights, type TokenRight } from './api-tokens.contract'
import { parseLocalTime } from '../../platform/contract/time-zone'

type Input = InputOf<typeof apiTokensContract>
type Writing = WriteContext<typeof apiTokensContract>

const listIn = (row: Stored, column: string) => JSON.parse(String(row[column] ?? '[]')) as string[]
const isPart = (row: Stored) => row.locations !== '[]' || row.smibs !== '[]'

export const apiTokensStore = defineStore(apiTokensContract, {
  table: 'api_tokens',
  ownedBy: 'tenant_id',
  columns: {
    tenant: refTo('tenant_id', 'tenants', 'name'),
    all_tenants: derived(['tenant_id'], row => row.tenant_id === SYSTEM_TENANT),
    reach: derived(['tenant_id', 'locations', 'smibs'], row =>
      row.tenant_id === SYSTEM_TENANT ? 'all' : isPart(row) ? 'part' : 'tenant',
    ),
    state: derived(['revoked_at', 'expires_at'], stateOf),
    rights: derived(['permissions'], row => rightsIn(listIn(row, 'permissions'))),
    locations: absent,
    smibs: absent,
    addresses: derived(['addresses'], row => listIn(row, 'addresses')),
    starts_with: readOnly('starts_with'),
    expires_on: readOnly('expires_on'),
    expires_at: readOnly('expires_at'),
    last_used_at: readOnly('last_used_at'),
    last_used_address: readOnly('last_used_address'),
    rotated_at: readOnly('rotated_at'),
    previous_until: derived(['previous_until'], (row, now) =>
      row.previous_until !== null && Number(row.previous_until) > now ? row.previous_until : null,
    ),
    revoked_at: readOnly('revoked_at'),
  },
  search: ({ name }) => [name] as string[],
  filters: {
    state: (value: string, now: number) => states(now)[value as keyof ReturnType<typeof states>],
    expiry: (value: string, now: number) => expiries(now)[value as keyof ReturnType<typeof expiries>],
    used: (value: string, now: number) => uses(now)[value as keyof ReturnType<typeof uses>],
  },
  more: nameReach,
  mayChange: demandWhole,
  prepare,
})

/** Rights whose every permission the token has: what a right has gained since the token was made it does not have. */
const rightsIn = (permissions: readonly string[]): TokenRight[] =>
  (Object.keys(tokenRights) as TokenRight[]).filter(right =>
    tokenRights[right].every(name => permissions.includes(name)),
  )

function stateOf({ revoked_at, expires_at }: Stored, now: number): string {
  if (revoked_at !== null) return 'revoked'
  if (expires_at === null) return 'active'
  return Number(expires_at) <= now
    ? 'expired'
    : Number(expires_at) <= now + EXPIRING_MS
      ? 'expiring'
      : 'active'
}

const states = (now: number) => {
  const live = sql`t.revoked_at is null`
  return {
    revoked: sql<boolean>`t.revoked_at is not null`,
    expired: sql<boolean>`${live} and t.expires_at <= ${now}`,
    expiring: sql<boolean>`${live} and t.expires_at > ${now} and t.expires_at <= ${now + EXPIRING_MS}`,
    active: sql<boolean>`${live} and (t.expires_at is null or t.expires_at > ${now + EXPIRING_MS})`,
  }
}

const expiries = (now: number) => ({
  none: sql<boolean>`t.expires_at is null`,
  past: sql<boolean>`t.expires_at <= ${now}`,
  month: sql<boolean>`t.expires_at > ${now} and t.expires_at <= ${now + 30 * DAY_MS}`,
  later: sql<boolean>`t.expires_at > ${now + 30 * DAY_MS}`,
})

const uses = (now: number) => ({
  never: sql<boolean>`t.last_used_at is null`,
  week: sql<boolean>`t.last_used_at > ${now - 7 * DAY_MS}`,
  quarter: sql<boolean>`t.last_used_at > ${now - 90 * DAY_MS} and t.last_used_at <= ${now - 7 * DAY_MS}`,
  older: sql<boolean>`t.last_used_at <= ${now - 90 * DAY_MS}`,
})

const parts = { locations: 'name', smibs: 'mac' } as const

/** Locations and SMIBs by name; those that the reader may not see, or that are gone, are left out. */
async function nameReach({ db, scope }: Reading, row: Stored): Promise<void> {
  const stored = await db
    .selectFrom('api_tokens')
    .select(['locations', 'smibs'])
    .where('id', '=', String(row._id))
    .executeTakeFirstOrThrow()
  for (const part of ['locations', 'smibs'] as const) {
    const ids = JSON.parse(stored[part]) as string[]
    const found = await owned(db, part, ids, scope)
    row[part] = found.map(({ _id, name }): Reference => ({ _id, name }))
  }
}

async function owned(
  db: Db,
  part: keyof typeof parts,
  ids: readonly string[],
  { tenantId }: Scope,
): Promise<(Reference & { owner: string })[]> {
  if (ids.length === 0) return []
  const mine: RawBuilder<unknown> = tenantId === null ? sql`1 = 1` : sql`e.tenant_id = ${tenantId}`
  const { rows } = await sql<
    Reference & { owner: string }
  >`select e.id as "_id", ${sql.ref(`e.${parts[part]}`)} as name, e.tenant_id as owner from ${sql.table(part)} e
    where e.id in (${sql.join([...ids])}) and ${mine} order by name, e.id`.execute(db)
  return rows
}

async function prepare({ db, actor, scope, now, before, input }: Writing): Promise<Stored> {
  if (before && before.revoked_at !== null)
    throw new Problem(409, 'token_revoked', { message: 'A revoked token is not changed any more' })
  const held = before ? listIn(before, 'permissions') : []
  const permissions = permissionsFor(input.rights, held)
  if (!mayGrant(actor.permissions, held))
    throw new Problem(403, 'forbidden', { message: 'The token may do more than you may' })
  const { owner, ...found } = ownerOf(input, scope, before)
  const expiry = owner === null ? {} : await expiryOf(db, owner, input, { now, before })
  const fields: Faults = {
    ...(mayGrant(actor.permissions, permissions) ? {} : { rights: [{ code: 'beyond_yours' }] }),
    ...found.faults,
    ...(owner === null ? {} : await reachFaults(db, scope, owner, input)),
    ...(expiry === 'over' ? { expires_on: [{ code: 'in_the_past' }] } : {}),
  }
  if (owner === null || expiry === 'over' || Object.keys(fields).length > 0)
    throw new Problem(422, 'invalid', { fields })
  return {
    tenant_id: owner,
    permissions: JSON.stringify(permissions),
    locations: JSON.stringify(input.locations),
    smibs: JSON.stringify(input.smibs),
    addresses: JSON.stringify(input.addresses),
    ...expiry,
    ...(before ? {} : { ...unissuedSecret(), revoked_at: null, last_used_at: null }),
  }
}

/** Of the rights that stay, exactly what the token has; of new ones, what they mean today. */
const permissionsFor = (rights: readonly TokenRight[], held: readonly string[]): string[] => {
  const had = rightsIn(held)
  return [
    ...new Set(
      rights.flatMap((right): readonly string[] =>
        had.includes(right) ? tokenRights[right].filter(name => held.includes(name)) : tokenRights[right],
      ),
    ),
  ].sort()
}

/** All tenants are an explicit choice, since a value that is left out must not mean the widest access. */
function ownerOf(
  { tenant, all_tenants: all }: Input,
  scope: Scope,
  before: Stored | undefined,
): { owner: string | null; faults: Faults } {
  const wrong = (field: string, code: string, owner: string | null = null) => ({
    owner,
    faults: { [field]: [{ code }] },
  })
  if (all && scope.tenantId !== null) return wrong('all_tenants', 'beyond_yours')
  const owner = all ? SYSTEM_TENANT : (tenant ?? scope.tenantId ?? (before ? String(before.tenant_id) : null))
  if (owner === null || (before && !all && owner === SYSTEM_TENANT)) return wrong('tenant', 'required')
  // The history of a token is its tenant's: it does not change hands.
  if (before && before.tenant_id !== owner) return wrong(all ? 'all_tenants' : 'tenant', 'fixed', owner)
  return { owner, faults: {} }
}

/** By name where the writer may see them; what they may not see is unknown. */
async function reachFaults(db: Db, scope: Scope, owner: string, input: Input): Promise<Faults> {
  const faults: Faults = {}
  for (const part of ['locations', 'smibs'] as const) {
    const found = await owned(db, part, input[part], scope)
    const others = found.filter(one => one.owner !== owner)
    if (found.length < input[part].length) faults[part] = [{ code: 'unknown' }]
    else if (others.length > 0)
      faults[part] = [{ code: 'other_tenant', params: { names: namesOf(others.map(({ name }) => name)) } }]
  }
  return faults
}

const NAMED = 5
const namesOf = (names: readonly string[]): string =>
  [...names.slice(0, NAMED), ...(names.length > NAMED ? ['…'] : [])].join(', ')

/** The end of the last day at the tenant's time; 'over' for a day that has passed, unless it was stored before. */
async function expiryOf(
  db: Db,
  owner: string,
  { expires_on: day }: Input,
  { now, before }: Pick<Writing, 'now' | 'before'>,
): Promise<Stored | 'over'> {
  if (day === null) return { expires_on: null, expires_at: null }
  if (before && before.expires_on === day) return {}
  const tenant = await db.selectFrom('tenants').select('time_zone').where('id', '=', owner).executeTakeFirst()
  const end = parseLocalTime(day, tenant?.time_zone ?? 'Europe/Bucharest')
    .plus({ days: 1 })
    .startOf('day')
    .toMillis()
  if (end <= now) return 'over'
  return { expires_on: day, expires_at: end }
}
