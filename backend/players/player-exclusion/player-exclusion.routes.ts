import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import type { Actor } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { command, each, revealingCommand } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import type { Db } from '../../platform/db/database'
import { announce } from '../../workflow/notifications/notifications.service'
import { blacklistsContract } from './blacklists.contract'
import { doorAt, scan } from './door.service'
import { keyring } from './identity'
import { exclusionFamily } from './person.contract'
import {
  blacklistsStore,
  onjnExclusionsStore,
  playerScansStore,
  selfExclusionsStore,
} from './player-exclusion.stores'
import { doorPath, doorState, scanAnswer, scanInput, scanPath } from './player-scans.contract'
import { detailsOf, playersStore } from './players.store'
import { playersContract } from './players.contract'
import { selfExclusionsContract } from './self-exclusions.contract'
import { countryOf, monthsAfter, NOTICE_MONTHS } from './terms'
import { id } from '../../platform/contract/primitives'

export function register(api: Api): void {
  crud(api, playersStore)
  crud(api, selfExclusionsStore)
  crud(api, onjnExclusionsStore)
  crud(api, playerScansStore)
  crud(api, blacklistsStore)
  commands(api)
  door(api)
}

function commands(api: Api): void {
  revealingCommand(
    api,
    playersStore,
    playersContract.actions.reveal,
    'Show what a player is called, when born, and the numbers of documents that are no CNP: once, for a reason that is kept',
    async ({ db, actor, now }, row, { reason }) => {
      const stored = await db
        .selectFrom('players')
        .select(['details', 'tenant_id'])
        .where('id', '=', row._id)
        .executeTakeFirstOrThrow()
      const opened = stored.details === null ? null : (await keyring(db, now)).open(stored.details)
      if (opened === null) return { outcome: 'skipped', reason: 'no_details', secret: null }
      const { name, born, numbers } = detailsOf(opened)
      await recordChange(
        db,
        actor,
        {
          entity: 'player',
          id: row._id,
          tenantId: stored.tenant_id,
          action: 'reveal',
          before: null,
          after: { name: row.name, document: row.document, reason },
        },
        now,
      )
      return {
        outcome: 'done',
        secret: [name, born, ...numbers.map(one => one.number)].filter(Boolean).join(' · '),
      }
    },
  )

  command(
    api,
    selfExclusionsStore,
    selfExclusionsContract.actions.cancel,
    'End self-exclusions: never before their minimum, and never those of ONJN',
    each(async ({ db, actor, now }, row, { reason }) => {
      if (row.source === 'national') return { outcome: 'skipped', reason: 'national' }
      if (row.cancelled_at !== null || row.state === 'ended') return { outcome: 'skipped', reason: 'over' }
      if (now < row.min_until) return { outcome: 'skipped', reason: 'before_minimum' }
      const zone = await zoneOf(db, row.location?._id ?? null, row.tenant._id)
      const end =
        countryOf(zone) === 'PT' && row.valid_to === null ? monthsAfter(now, NOTICE_MONTHS, zone) : now
      const ended = { table: 'self_exclusions', one: 'self_exclusion' } as const
      await endTerm(db, actor, { ...ended, row, end, reason, now })
      return { outcome: 'done' }
    }),
  )

  command(
    api,
    blacklistsStore,
    blacklistsContract.actions.cancel,
    'End blacklist entries',
    each(async ({ db, actor, now }, row, { reason }) => {
      if (row.cancelled_at !== null || row.state === 'ended') return { outcome: 'skipped', reason: 'over' }
      await endTerm(db, actor, { table: 'blacklists', one: 'blacklist', row, end: now, reason, now })
      return { outcome: 'done' }
    }),
  )
}

async function zoneOf(db: Db, location: string | null, tenant: string): Promise<string> {
  const place = location
    ? db.selectFrom('locations').select('time_zone').where('id', '=', location)
    : db.selectFrom('tenants').select('time_zone').where('id', '=', tenant)
  return (await place.executeTakeFirstOrThrow()).time_zone
}

interface Ending {
  table: 'self_exclusions' | 'blacklists'
  one: string
  row: { _id: string; version: number; tenant: { _id: string }; valid_to: number | null }
  end: number
  reason: string
  now: number
}

async function endTerm(db: Db, actor: Actor, { table, one, row, end, reason, now }: Ending): Promise<void> {
  const after = { cancelled_at: now, cancelled_by: actor.name, cancel_reason: reason, valid_to: end }
  await db
    .updateTable(table)
    .set({ ...after, updated_at: now, version: row.version + 1 })
    .where('id', '=', row._id)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: one,
      id: row._id,
      tenantId: row.tenant._id,
      action: 'cancel',
      before: { cancelled_at: null, valid_to: row.valid_to },
      after: { ...after, reason },
    },
    now,
  )
}

function door(api: Api): void {
  api.endpoint(
    {
      ...exclusionFamily,
      method: 'GET',
      path: doorPath,
      summary: 'How old the list is that a door answers from',
      permission: 'pe_scan::create',
      query: z.object({ location: id }),
      response: doorState,
    },
    async ({ db, scope, query, now }) => {
      const { isStale, asOf } = await doorAt(db, scope, query.location, now)
      return { is_stale: isStale, list_as_of: asOf }
    },
  )
  api.endpoint(
    {
      ...exclusionFamily,
      method: 'POST',
      path: scanPath,
      summary: 'Check whether a person may be let in; the request and its answer are stored',
      permission: 'pe_scan::create',
      body: scanInput,
      response: scanAnswer,
      write: true,
    },
    async ({ deps, db, scope, actor, body, now }) => {
      const begun = performance.now()
      const { answered, raised } = await scan(
        { db, scope, actor, now, since: () => performance.now() - begun },
        body,
      )
      announce(deps, [raised])
      return answered
    },
  )
}
