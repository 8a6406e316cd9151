import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { invalidField } from '../../platform/contract/problem'
import { absent, derived, readOnly, readOnlyRefTo, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { Reading, WriteContext } from '../../platform/store/store-spec'
import type { Scope } from '../../platform/request/actor'
import { demandFree } from '../../platform/store/demand-free'
import {
  displayChannelsContract,
  displaysContract,
  DISPLAY_PAGE,
  type displayState,
} from './displays.contract'
import type { z } from 'zod'

/** A display that has not connected for this long is reported as silent. */
const SILENT_MS = 60_000

export const levelsIn = (row: Stored | { levels: string }) =>
  JSON.parse(String((row as Stored).levels ?? '[]')) as string[]

export const displayChannelsStore = defineStore(displayChannelsContract, {
  table: 'display_channels',
  columns: {
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: refTo('location_id', 'locations', 'name'),
    levels: absent,
    level_count: derived(['levels'], row => levelsIn(row).length),
  },
  search: ({ name }) => [name as string],
  more: nameLevels,
  prepare: prepareChannel,
})

async function nameLevels({ db }: Reading, row: Stored): Promise<void> {
  const { levels } = await db
    .selectFrom('display_channels')
    .select('levels')
    .where('id', '=', String(row._id))
    .executeTakeFirstOrThrow()
  const ids = levelsIn({ levels })
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('jackpot_levels')
          .select(['id as _id', 'name'])
          .where('id', 'in', ids)
          .orderBy('position')
          .execute()
  row.levels = found
}

async function prepareChannel({
  db,
  scope,
  before,
  input,
  id,
}: WriteContext<typeof displayChannelsContract>): Promise<Stored> {
  // Its displays hang there.
  if (before && before.location_id !== input.location) throw invalidField('location', 'fixed')
  const location = await db
    .selectFrom('locations')
    .select('tenant_id')
    .where('id', '=', input.location)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!location) throw invalidField('location', 'unknown')
  if (input.levels.length > 0) await demandLevels(db, location.tenant_id, input.location, input.levels)
  await demandFree(db, 'display_channels', id, { tenant_id: location.tenant_id, name: input.name }, 'name')
  return { tenant_id: location.tenant_id, levels: JSON.stringify(input.levels) }
}

async function demandLevels(db: Db, tenantId: string, locationId: string, ids: string[]): Promise<void> {
  const found = await db
    .selectFrom('jackpot_levels')
    .select('location_id')
    .where('id', 'in', ids)
    .where('tenant_id', '=', tenantId)
    .execute()
  if (found.length < ids.length) throw invalidField('levels', 'unknown')
  if (found.some(({ location_id }) => location_id !== null && location_id !== locationId))
    throw invalidField('levels', 'other_location')
}

export const displaysStore = defineStore(displaysContract, {
  table: 'displays',
  columns: {
    channel: refTo('channel_id', 'display_channels', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    state: derived(['revoked_at', 'last_seen_at'], stateOf),
    last_seen_at: readOnly('last_seen_at'),
    starts_with: readOnly('starts_with'),
    rotated_at: readOnly('rotated_at'),
    revoked_at: readOnly('revoked_at'),
  },
  search: ({ name, place }) => [name as string, place as string | null],
  filters: {
    state: (value: string, now: number) => states(now)[value as z.infer<typeof displayState>],
  },
  prepare: async ({ db, scope, before, input }) => {
    const { tenant_id, location_id } = await channelOf(db, scope, input.channel)
    if (before && before.location_id !== location_id) throw invalidField('channel', 'other_location')
    return {
      tenant_id,
      location_id,
      ...(!before && {
        // Nobody has seen it, so nobody can use it.
        token_hash: hashOf(newToken()),
        starts_with: '',
        rotated_at: null,
        revoked_at: null,
        last_seen_at: null,
      }),
    }
  },
})

async function channelOf(db: Db, { tenantId }: Scope, id: string) {
  const found = await db
    .selectFrom('display_channels')
    .select(['tenant_id', 'location_id'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!found) throw invalidField('channel', 'unknown')
  return found
}

function stateOf({ revoked_at, last_seen_at }: Stored, now: number): z.infer<typeof displayState> {
  if (revoked_at !== null) return 'revoked'
  if (last_seen_at === null) return 'never'
  return Number(last_seen_at) > now - SILENT_MS ? 'connected' : 'silent'
}

const states = (now: number) => {
  const live = sql`t.revoked_at is null`
  return {
    revoked: sql<boolean>`t.revoked_at is not null`,
    never: sql<boolean>`${live} and t.last_seen_at is null`,
    connected: sql<boolean>`${live} and t.last_seen_at > ${now - SILENT_MS}`,
    silent: sql<boolean>`${live} and t.last_seen_at <= ${now - SILENT_MS}`,
  }
}

const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The display's address, which can be read this once. */
export async function issueAddress(db: Db, id: string, more: { rotated_at?: number } = {}): Promise<string> {
  const token = newToken()
  await db
    .updateTable('displays')
    .set({ token_hash: hashOf(token), starts_with: token.slice(0, 6), ...more })
    .where('id', '=', id)
    .execute()
  // After a question mark: addresses are logged without what follows it.
  return `${DISPLAY_PAGE}?token=${token}`
}
