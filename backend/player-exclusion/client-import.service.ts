/** Players with their exclusions, as an operator's earlier system lists them: a person a line, by CNP or by its SHA-256. */
import { sql } from 'kysely'
import { foldWords } from '../contract/fold'
import { recordChanges } from '../audit/audit.service'
import { insertMany, rowsAsTable, type Columns } from '../db/bulk'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import { maskName } from './cnp'
import { heldKeyring, identify, keyring, type Keyring } from './identity'
import { bringForward } from './key-rotation.service'
import { readList, type ListLine } from './list-file'
import type { ListImportAnswer } from './exclusion-lists.contract'
import { dateFault, hashFault, Wrong, zoneOf, type Importing } from './list-import.service'
import type { PlayerDocumentsTable, PlayersTable, SelfExclusionsTable } from './player-exclusion.table'
import { exclusionSource } from './self-exclusions.contract'
import { countryOf, endOf, MINIMUM_MONTHS, monthsAfter } from './terms'
import { localTime, parseLocalTime } from '../contract/time-zone'

const PIECE = 1_000

const aliases = {
  cnp: ['cnp'],
  cnp_hash: ['cnp_hash', 'hash', 'cnp_criptat'],
  last_name: ['last_name', 'nume', 'apelido'],
  first_name: ['first_name', 'prenume', 'nome'],
  birth_date: ['birth_date', 'data_nasterii', 'data_de_nascimento'],
  from: ['from', 'de_la', 'desde', 'inceput'],
  to: ['to', 'pana_la', 'ate', 'sfarsit'],
  source: ['source', 'sursa', 'origem'],
  document_no: ['document_no', 'nr_document', 'nr_cerere', 'n_do_documento'],
} as const
type Column = keyof typeof aliases

interface Person {
  line: number
  sha: string
  mask: string
  details: string | null
  name: string
  source: string
  from: string
  to: string | null
  documentNo: string | null
}

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

export async function importClients({
  deps,
  actor,
  tenantId,
  bytes,
  reading,
}: Importing): Promise<ListImportAnswer> {
  const lines = await readList(bytes, aliases, ['cnp', 'cnp_hash'], reading)
  const now = deps.clock()
  const zone = await zoneOf(deps.db, tenantId)
  const ring = await keyring(deps.db, now)
  const wrong = new Wrong()
  const counts = { added: 0, unchanged: 0, cancelled: 0 }
  const seen = new Set<string>()
  for (let start = 0; start < lines.length; start += PIECE) {
    const people = lines
      .slice(start, start + PIECE)
      .flatMap(line => personIn(line, { ring, now, zone, seen, wrong }))
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
        const earlier = known.get(term.player_id)?.find(one => isSame(one, term))
        if (!earlier) created.push(term)
        else if (earlier.cancelled_at === null) counts.unchanged += 1
        else counts.cancelled += 1
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
  return {
    lines: lines.length,
    ...counts,
    changed: 0,
    wrong: wrong.count,
    wrong_lines: wrong.lines,
  }
}

interface Judging {
  ring: Keyring
  now: number
  zone: string
  seen: Set<string>
  wrong: Wrong
}

/** None for a line that cannot be taken. */
function personIn({ line, cells }: ListLine<Column>, { ring, now, zone, seen, wrong }: Judging): Person[] {
  const refuse = (code: Parameters<Wrong['add']>[1]) => {
    wrong.add(line, code)
    return []
  }
  const today = localTime(now, zone).toISODate() ?? ''
  const from = cells.from || today
  const to = cells.to || null
  const identity = cells.cnp ? identify('cnp', cells.cnp) : null
  if (identity && 'fault' in identity) return refuse('document')
  const sha = identity?.sha ?? (cells.cnp_hash ?? '').toLowerCase()
  const fault = hashFault(sha) ?? dateFault(from, today) ?? dateFault(cells.birth_date, today)
  if (fault) return refuse(fault)
  if (to !== null && dateFault(to, '9999-12-31')) return refuse('date')
  if (to !== null && to <= from) return refuse('date_order')
  const source = exclusionSource.safeParse(cells.source || 'player')
  if (!source.success) return refuse('source')
  if (seen.has(sha)) return refuse('repeated')
  seen.add(sha)
  const name = [cells.last_name, cells.first_name].filter(Boolean).join(' ')
  const born = identity?.bornOn ?? (cells.birth_date || null)
  return [
    {
      line,
      sha,
      mask: identity?.mask ?? '*'.repeat(13),
      name: name === '' ? '–' : maskName(name),
      details:
        name === '' && born === null
          ? null
          : ring.seal(JSON.stringify({ name: name || null, born, numbers: [] })),
      source: source.data,
      from,
      to,
      documentNo: cells.document_no || null,
    },
  ]
}

/** The players of the lines, those that were not known made. In the order of the lines. */
async function playersOf(
  db: Db,
  {
    tenantId,
    people,
    ring,
    now,
  }: { tenantId: string; people: readonly Person[]; ring: Keyring; now: number },
): Promise<string[]> {
  const hashes = people.flatMap(({ sha }, index) => ring.all(sha).map(hash => ({ hash, at: index })))
  const { rows } = await sql<{ at: number; player_id: string }>`select b.at, d.player_id from ${rowsAsTable(
    db,
    { hash: 'text', at: 'bigint' },
    hashes,
  )} cross join player_documents d where d.tenant_id = ${tenantId} and d.hash = b.hash`.execute(db)
  const known = new Map(rows.map(row => [Number(row.at), row.player_id]))
  const players: PlayersTable[] = []
  const documents: PlayerDocumentsTable[] = []
  const ids = people.map((person, index) => {
    const earlier = known.get(index)
    if (earlier !== undefined) return earlier
    const id = newId(now)
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

type Known = Pick<SelfExclusionsTable, 'player_id' | 'document_no' | 'valid_from' | 'cancelled_at'>

async function termsOf(db: Db, players: readonly string[]): Promise<Map<string, Known[]>> {
  const { rows } =
    await sql<Known>`select e.player_id, e.document_no, e.valid_from, e.cancelled_at from ${rowsAsTable(
      db,
      { id: 'text' },
      players.map(id => ({ id })),
    )} cross join self_exclusions e where e.player_id = b.id`.execute(db)
  const byPlayer = new Map<string, Known[]>()
  for (const row of rows) byPlayer.set(row.player_id, [...(byPlayer.get(row.player_id) ?? []), row])
  return byPlayer
}

/** The same request by its number, or where it has none by its day. */
const isSame = (one: Known, other: Known) =>
  other.document_no === null
    ? Number(one.valid_from) === other.valid_from
    : one.document_no === other.document_no

function termOf(
  { source, from, to, documentNo }: Person,
  { tenantId, playerId, zone, now }: { tenantId: string; playerId: string; zone: string; now: number },
): SelfExclusionsTable {
  const valid_from = endOf(from, zone)
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
    valid_to: to === null ? null : endOf(to, zone),
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: null,
    source,
    document_no: documentNo,
    registered_at: parseLocalTime(from, zone).toMillis(),
    min_until: monthsAfter(valid_from, MINIMUM_MONTHS[countryOf(zone)], zone),
  }
}
