/**
 * Players with their exclusions, as an operator's earlier system lists them: a person a line, by CNP or by its SHA-256.
 */
import { groupBy } from '../../platform/contract/group-by'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { foldWords } from '../../platform/contract/fold'
import { recordChanges } from '../../platform/audit/audit.service'
import { insertMany, rowsAsTable, type Columns } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { clientColumns, clientIn, type Client } from './client-lines'
import type { ListImportAnswer } from './exclusion-lists.contract'
import { heldKeyring, keyring, type Keyring } from './identity'
import { bringForward } from './key-rotation.service'
import { LineFindings } from './line-findings'
import { readList } from './list-file'
import { UNCOUNTED, zoneOf, type Importing } from './list-import.service'
import type { PlayerDocumentsTable, PlayersTable, SelfExclusionsTable } from './player-exclusion.table'
import { countryOf, endOf, MINIMUM_MONTHS, monthsAfter } from './terms'
import { localTime, parseLocalTime } from '../../platform/contract/time-zone'

const PIECE = 1_000

const entity = {
  id: 'text',
  version: 'bigint',
  tenant_id: 'text',
  search: 'text',
  archived_at: 'bigint',
  created_at: 'bigint',
  updated_at: 'bigint',
} as const
const playerColumns: Columns<PlayersTable> = {
  ...entity,
  name: 'text',
  details: 'text',
  document_type: 'text',
  document: 'text',
  nationality: 'text',
  note: 'text',
}
const documentColumns: Columns<PlayerDocumentsTable> = {
  tenant_id: 'text',
  hash: 'text',
  generation: 'bigint',
  player_id: 'text',
  document_type: 'text',
  document: 'text',
}
const exclusionColumns: Columns<SelfExclusionsTable> = {
  ...entity,
  player_id: 'text',
  location_id: 'text',
  reason: 'text',
  valid_from: 'bigint',
  until_date: 'text',
  valid_to: 'bigint',
  cancelled_at: 'bigint',
  cancelled_by: 'text',
  cancel_reason: 'text',
  source: 'text',
  document_no: 'text',
  registered_at: 'bigint',
  min_until: 'bigint',
}

export async function importClients(importing: Importing): Promise<ListImportAnswer> {
  const { deps, tenantId, bytes, step, reading } = importing
  const lines = await readList(bytes, clientColumns, ['cnp', 'cnp_hash'], reading)
  const now = deps.clock()
  const zone = await zoneOf(deps.db, tenantId)
  const ring = await keyring(deps.db, now)
  const today = localTime(now, zone).toISODate() ?? ''
  const found = new LineFindings()
  const counts = { added: 0, unchanged: 0, cancelled: 0 }
  for (let start = 0; start < lines.length; start += PIECE) {
    const people = lines.slice(start, start + PIECE).flatMap(line => clientIn(line, { ring, today, found }))
    if (step === 'check') await breathe()
    else await writeClients(importing, { people, counts, zone, now })
  }
  return {
    lines: lines.length,
    ...(step === 'check' ? UNCOUNTED : { ...counts, changed: 0 }),
    ...found.answer(),
  }
}

interface Writing {
  people: readonly Client[]
  counts: { added: number; unchanged: number; cancelled: number }
  zone: string
  now: number
}

async function writeClients(
  { deps, actor, tenantId }: Importing,
  { people, counts, zone, now }: Writing,
): Promise<void> {
  await deps.db.transaction().execute(async db => {
    const held = await heldKeyring(db, now)
    await bringForward(
      db,
      held,
      tenantId,
      people.map(({ sha }) => sha),
    )
    const players = await playersOf(db, { tenantId, people, ring: held, now })
    const known = await termsOf(db, players)
    const created: SelfExclusionsTable[] = []
    for (const [index, person] of people.entries()) {
      const term = termOf(person, { tenantId, playerId: players[index] ?? '', zone, now })
      const terms = known.get(term.player_id) ?? []
      if (terms.some(one => holdsAlready(one, term, now))) counts.unchanged += 1
      else if (terms.some(one => one.cancelled_at !== null && isSame(one, term))) counts.cancelled += 1
      else {
        created.push(term)
        known.set(term.player_id, [...terms, term])
      }
    }
    counts.added += created.length
    await insertMany(db, 'self_exclusions', exclusionColumns, created)
    await recordChanges(
      db,
      actor,
      created.map(({ id, source, valid_from, valid_to, player_id }) => ({
        entity: 'self_exclusion',
        id,
        tenantId,
        action: 'import',
        before: null,
        after: { source, valid_from, valid_to, player: player_id },
      })),
      now,
    )
  })
}

/** The players of the lines, those that were not known made. In the order of the lines. */
async function playersOf(
  db: Db,
  {
    tenantId,
    people,
    ring,
    now,
  }: { tenantId: string; people: readonly Client[]; ring: Keyring; now: number },
): Promise<string[]> {
  const hashes = people.flatMap(({ forms }, index) =>
    forms.flatMap(sha => ring.all(sha).map(hash => ({ hash, at: index }))),
  )
  const { rows } = await sql<{ at: number; player_id: string }>`select b.at, d.player_id from ${rowsAsTable(
    db,
    { hash: 'text', at: 'bigint' },
    hashes,
  )} cross join player_documents d where d.tenant_id = ${tenantId} and d.hash = b.hash`.execute(db)
  const known = new Map(rows.map(row => [Number(row.at), row.player_id]))
  const fresh = new Map<string, string>()
  const players: PlayersTable[] = []
  const documents: PlayerDocumentsTable[] = []
  const ids = people.map((person, index) => {
    const earlier = known.get(index) ?? fresh.get(person.sha)
    if (earlier !== undefined) return earlier
    const id = newId(now)
    fresh.set(person.sha, id)
    const document = { document_type: 'cnp', document: person.mask }
    players.push({
      id,
      version: 1,
      tenant_id: tenantId,
      search: foldWords([person.name, person.mask]),
      archived_at: null,
      created_at: now,
      updated_at: now,
      name: person.name,
      details: person.details,
      ...document,
      nationality: null,
      note: null,
    })
    documents.push({ tenant_id: tenantId, ...ring.keyed(person.sha), player_id: id, ...document })
    return id
  })
  await insertMany(db, 'players', playerColumns, players)
  await insertMany(db, 'player_documents', documentColumns, documents)
  return ids
}

type Known = Pick<
  SelfExclusionsTable,
  'player_id' | 'document_no' | 'valid_from' | 'valid_to' | 'registered_at' | 'cancelled_at'
>

async function termsOf(db: Db, players: readonly string[]): Promise<Map<string, Known[]>> {
  const { rows } =
    await sql<Known>`select e.player_id, e.document_no, e.valid_from, e.valid_to, e.registered_at, e.cancelled_at from ${rowsAsTable(
      db,
      { id: 'text' },
      players.map(id => ({ id })),
    )} cross join self_exclusions e where e.player_id = b.id`.execute(db)
  return groupBy(rows, row => row.player_id)
}

/** A term whose beginning no file said holds from when it was registered on. */
const isUndated = (one: Known) => Number(one.registered_at) === Number(one.valid_from)

/** The same request by its number, or where it has none by its day. */
const isSame = (one: Known, other: Known) =>
  other.document_no !== null
    ? one.document_no === other.document_no
    : isUndated(other)
      ? isUndated(one)
      : Number(one.valid_from) === other.valid_from || Number(one.registered_at) === other.registered_at

/**
 * Whether a line's exclusion holds already, and for as long: a file that extends an exclusion must not be taken for
 * one that is known.
 */
const holdsAlready = (one: Known, other: Known, now: number) =>
  one.cancelled_at === null &&
  (isSame(one, other) || (other.document_no === null && isUndated(other))) &&
  Number(one.valid_from) <= Math.max(other.valid_from, now) &&
  (one.valid_to === null || (other.valid_to !== null && Number(one.valid_to) >= other.valid_to))

function termOf(
  { source, from, to, documentNo }: Client,
  { tenantId, playerId, zone, now }: { tenantId: string; playerId: string; zone: string; now: number },
): SelfExclusionsTable {
  const valid_to = to === null ? null : endOf(to, zone)
  // A line without a day was registered before, and so was one of today: it holds at once, unless it was over before.
  const midnight = from === null ? now : endOf(from, zone)
  const valid_from = Math.min(now, midnight, valid_to ?? now)
  return {
    id: newId(now),
    version: 1,
    tenant_id: tenantId,
    search: foldWords([documentNo]),
    archived_at: null,
    created_at: now,
    updated_at: now,
    player_id: playerId,
    location_id: null,
    reason: null,
    valid_from,
    until_date: to,
    valid_to,
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: null,
    source,
    document_no: documentNo,
    registered_at: from === null ? valid_from : parseLocalTime(from, zone).toMillis(),
    min_until: monthsAfter(from === null ? valid_from : midnight, MINIMUM_MONTHS[countryOf(zone)], zone),
  }
}
