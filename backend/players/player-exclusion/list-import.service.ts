/**
 * Files of exclusions. A line is taken wherever its number can be read, without what else of it cannot: with all or
 * nothing, one mistyped line would leave everybody's door open.
 * The lines are not staged as other imports are, since their hashes can be reversed to numbers; they are keyed
 * before they are written.
 * A file can be sent again at any time: what it says stands already.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import { insertMany, type Columns } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { heldKeyring } from './identity'
import { bringForward } from './key-rotation.service'
import { yesNo } from '../../workflow/imports/cells.service'
import type { ReadingOptions } from '../../workflow/imports/file-text.service'
import { dayIn, hashFault, LineFindings, plainHash } from './line-findings'
import { readList, type ListLine } from './list-file'
import type { ListImportAnswer } from './exclusion-lists.contract'
import type { OnjnExclusionsTable } from './player-exclusion.table'
import { endOf } from './terms'
import { localTime } from '../../platform/contract/time-zone'

/** Lines a transaction: other writers wait no longer than for these. */
const PIECE = 2_000

export interface Importing {
  deps: Pick<Deps, 'db' | 'clock'>
  actor: Actor
  tenantId: string
  bytes: Uint8Array
  /** A check writes nothing. */
  step: 'check' | 'commit'
  reading?: ReadingOptions
}

/** How much a file would change is known only once it has. */
export const UNCOUNTED = { added: null, changed: null, unchanged: null, cancelled: null }

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

/**
 * The national list: SHA-256 of each CNP, as ONJN's operators exchange it. What it names as removed is ended; what it
 * leaves out stays.
 */
export async function importNational(importing: Importing): Promise<ListImportAnswer> {
  const { deps, actor, tenantId, bytes, step, reading } = importing
  const lines = await readList(bytes, aliases, ['cnp_hash'], reading)
  const now = deps.clock()
  const zone = await zoneOf(deps.db, tenantId)
  const found = new LineFindings()
  const entries = await entriesIn(lines, { now, zone, found })
  if (step === 'check') return { lines: lines.length, ...UNCOUNTED, ...found.answer() }
  const before = await standing(deps.db, tenantId)
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
    ...found.answer(),
  }
  await deps.db.transaction().execute(async db => {
    // A file of wrong lines alone says nothing about how things stand.
    if (entries.length > 0)
      await db
        .insertInto('onjn_lists')
        .values({ tenant_id: tenantId, as_of: now })
        .onConflict(conflict => conflict.column('tenant_id').doUpdateSet({ as_of: now }))
        .execute()
    const { wrong_lines: _wrong, warning_lines: _warnings, ...counts } = answer
    const change = { entity: 'onjn_exclusion', id: tenantId, tenantId, action: 'import' }
    await recordChange(db, actor, { ...change, before: null, after: counts }, now)
  })
  return answer
}

interface Entry extends Pick<OnjnExclusionsTable, 'added_on' | 'valid_from' | 'removed_at'> {
  sha: string
}

/** One for each person: where lines disagree, the one that keeps them out counts, from the earliest day on. */
async function entriesIn(
  lines: readonly ListLine<keyof typeof aliases>[],
  { now, zone, found }: { now: number; zone: string; found: LineFindings },
): Promise<Entry[]> {
  const today = localTime(now, zone).toISODate() ?? ''
  const entries = new Map<string, Entry>()
  // Most lines have one of few days, and each costs a look at the zone's rules.
  const ends = new Map<string, number>()
  const endOfDay = (day: string) => ends.get(day) ?? ends.set(day, endOf(day, zone)).get(day) ?? now
  for (const [index, { line, cells }] of lines.entries()) {
    if (index % PIECE === PIECE - 1) await breathe()
    const sha = plainHash(cells.cnp_hash ?? '')
    const removed = cells.removed ? yesNo.read(cells.removed) : { value: false }
    const isRemoved = 'value' in removed && removed.value === true
    const fault = hashFault(sha)
    if (fault) {
      found.wrong(line, fault, { keepsOut: !isRemoved })
      continue
    }
    if (!('value' in removed)) found.warn(line, 'removed')
    const day = cells.added_on ? dayIn(cells.added_on) : null
    const added_on = day !== null && day <= today ? day : null
    if (cells.added_on && added_on === null) found.warn(line, 'added_on')
    const entry: Entry = {
      sha,
      added_on,
      // An entry without a day was registered before, and so was one of today: they hold at once.
      valid_from: added_on === null ? now : Math.min(now, endOfDay(added_on)),
      removed_at: isRemoved ? now : null,
    }
    const earlier = entries.get(sha)
    if (earlier) found.warn(line, 'repeated')
    if (!earlier || keepsOutMore(entry, earlier)) entries.set(sha, entry)
  }
  return [...entries.values()]
}

const keepsOutMore = (entry: Entry, earlier: Entry) =>
  (entry.removed_at === null) === (earlier.removed_at === null)
    ? entry.valid_from < earlier.valid_from
    : entry.removed_at === null

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

/** A known exclusion begins no later than the earliest day of any file, as within one file. */
const asSaid = sql`(tenant_id, hash) do update set removed_at = excluded.removed_at, updated_at = excluded.updated_at,
  version = onjn_exclusions.version + 1, valid_from = case when excluded.removed_at is null then excluded.valid_from else onjn_exclusions.valid_from end,
  added_on = case when excluded.removed_at is null and excluded.added_on is not null then excluded.added_on else onjn_exclusions.added_on end
  where (onjn_exclusions.removed_at is null) <> (excluded.removed_at is null)
    or (excluded.removed_at is null and excluded.valid_from < onjn_exclusions.valid_from)`

const standing = async (db: Db, tenantId: string) => {
  const { all } = await db
    .selectFrom('onjn_exclusions')
    .select(one => one.fn.countAll<number>().as('all'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { all: Number(all) }
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
