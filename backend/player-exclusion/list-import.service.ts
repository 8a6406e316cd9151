/**
 * Files of exclusions. Right lines are taken and wrong ones are told: with all or nothing, one mistyped line would leave everybody's door open.
 * The lines are not staged as other imports are, since their hashes can be turned back into numbers; they are keyed before they are written.
 * A file can be sent again at any time: what it says stands already.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordChange } from '../audit/audit.service'
import { Problem } from '../contract/problem'
import { insertMany, type Columns } from '../db/bulk'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import type { Actor } from '../http/actor'
import { heldKeyring } from './identity'
import { bringForward } from './key-rotation.service'
import type { ReadingOptions } from '../imports/file-text.service'
import { readList } from './list-file'
import { MAX_WRONG, type ListImportAnswer, type wrongCode } from './exclusion-lists.contract'
import type { OnjnExclusionsTable } from './player-exclusion.table'
import { endOf } from './terms'
import type { z } from 'zod'
import { localTime, parseLocalTime } from '../contract/time-zone'

/** Lines a transaction: other writers wait no longer than for these. */
const PIECE = 2_000

export interface Importing {
  deps: Pick<Deps, 'db' | 'clock'>
  actor: Actor
  tenantId: string
  bytes: Uint8Array
  reading?: ReadingOptions
}

type WrongCode = z.output<typeof wrongCode>

/** Lines that cannot be taken: all counted, the first ones named. */
export class Wrong {
  count = 0
  readonly lines: { line: number; code: WrongCode }[] = []
  add(line: number, code: WrongCode): void {
    this.count += 1
    if (this.lines.length < MAX_WRONG) this.lines.push({ line, code })
  }
}

const aliases = {
  cnp_hash: ['cnp_hash', 'hash', 'cnp_criptat', 'cnp_encrypted', 'cnp_cifrado'],
  added_on: ['added_on', 'adaugat_la', 'data_adaugarii', 'adicionado_em'],
  removed: ['removed', 'eliminat', 'removido'],
} as const

const columns: Columns<OnjnExclusionsTable> = {
  id: 'text',
  version: 'bigint',
  tenant_id: 'text',
  hash: 'text',
  generation: 'bigint',
  mark: 'text',
  added_on: 'text',
  valid_from: 'bigint',
  removed_at: 'bigint',
  search: 'text',
  archived_at: 'bigint',
  created_at: 'bigint',
  updated_at: 'bigint',
}

/** The national list: SHA-256 of each CNP, as ONJN's operators exchange it. What it names as removed is ended; what it leaves out stays. */
export async function importNational({
  deps,
  actor,
  tenantId,
  bytes,
  reading,
}: Importing): Promise<ListImportAnswer> {
  const lines = await readList(bytes, aliases, ['cnp_hash'], reading)
  const now = deps.clock()
  const zone = await zoneOf(deps.db, tenantId)
  const today = localTime(now, zone).toISODate() ?? ''
  const before = await standing(deps.db, tenantId)
  const wrong = new Wrong()
  const seen = new Set<string>()
  const entries: Entry[] = []
  for (const { line, cells } of lines) {
    const sha = (cells.cnp_hash ?? '').toLowerCase()
    const fault = hashFault(sha) ?? dateFault(cells.added_on, today) ?? (seen.has(sha) ? 'repeated' : null)
    if (fault) {
      wrong.add(line, fault)
      continue
    }
    seen.add(sha)
    entries.push({
      sha,
      added_on: cells.added_on || null,
      // Without a day it was registered before: it holds at once.
      valid_from: cells.added_on ? endOf(cells.added_on, zone) : now,
      removed_at: /^(?:1|x|true|yes|da|sim)$/i.test(cells.removed ?? '') ? now : null,
    })
    if (entries.length % PIECE === 0) await breathe()
  }
  for (let from = 0; from < entries.length; from += PIECE)
    await deps.db
      .transaction()
      .execute(db => writeEntries(db, tenantId, entries.slice(from, from + PIECE), now))
  const after = await standing(deps.db, tenantId)
  const added = after.all - before.all
  const { changed } = await deps.db
    .selectFrom('onjn_exclusions')
    .select(db => db.fn.countAll<number>().as('changed'))
    .where('tenant_id', '=', tenantId)
    .where('updated_at', '=', now)
    .where('version', '>', 1)
    .executeTakeFirstOrThrow()
  const answer: ListImportAnswer = {
    lines: lines.length,
    added,
    changed: Number(changed),
    unchanged: entries.length - added - Number(changed),
    cancelled: 0,
    wrong: wrong.count,
    wrong_lines: wrong.lines,
  }
  await deps.db.transaction().execute(async db => {
    // A file of wrong lines alone says nothing about how things stand.
    if (entries.length > 0)
      await db
        .insertInto('onjn_lists')
        .values({ tenant_id: tenantId, as_of: now })
        .onConflict(conflict => conflict.column('tenant_id').doUpdateSet({ as_of: now }))
        .execute()
    const { wrong_lines: _named, ...counts } = answer
    const change = { entity: 'onjn_exclusion', id: tenantId, tenantId, action: 'import' }
    await recordChange(db, actor, { ...change, before: null, after: counts }, now)
  })
  return answer
}

interface Entry extends Pick<OnjnExclusionsTable, 'added_on' | 'valid_from' | 'removed_at'> {
  sha: string
}

/** Keyed in the transaction that writes them: a key that began while the file was read is the one they are under. */
async function writeEntries(db: Db, tenantId: string, entries: readonly Entry[], now: number): Promise<void> {
  const ring = await heldKeyring(db, now)
  await bringForward(
    db,
    ring,
    tenantId,
    entries.map(({ sha }) => sha),
  )
  const rows = entries.map(({ sha, ...said }): OnjnExclusionsTable => {
    const keyed = ring.keyed(sha)
    const mark = keyed.hash.slice(0, 8)
    return {
      id: newId(now),
      version: 1,
      tenant_id: tenantId,
      ...keyed,
      ...said,
      mark,
      search: mark,
      archived_at: null,
      created_at: now,
      updated_at: now,
    }
  })
  await insertMany(db, 'onjn_exclusions', columns, rows, asSaid)
}

const asSaid = sql`(tenant_id, hash) do update set removed_at = excluded.removed_at, updated_at = excluded.updated_at,
  version = onjn_exclusions.version + 1, valid_from = case when excluded.removed_at is null then excluded.valid_from else onjn_exclusions.valid_from end
  where (onjn_exclusions.removed_at is null) <> (excluded.removed_at is null)`

const standing = async (db: Db, tenantId: string) => {
  const { all } = await db
    .selectFrom('onjn_exclusions')
    .select(one => one.fn.countAll<number>().as('all'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { all: Number(all) }
}

export const hashFault = (sha: string): WrongCode | null =>
  sha.length !== 64 ? 'hash_length' : /^[0-9a-f]+$/.test(sha) ? null : 'hash_digits'

export const dateFault = (date: string | undefined, today: string): WrongCode | null => {
  if (date === undefined || date === '') return null
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !parseLocalTime(date, 'UTC').isValid) return 'date'
  return date > today ? 'future' : null
}

/** Throws 422 for a tenant that is not there. */
export async function zoneOf(db: Db, tenantId: string): Promise<string> {
  const tenant = await db
    .selectFrom('tenants')
    .select('time_zone')
    .where('id', '=', tenantId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!tenant) throw new Problem(422, 'invalid', { fields: { tenant: [{ code: 'unknown' }] } })
  return tenant.time_zone
}
