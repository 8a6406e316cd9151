import { recordChange } from '../../platform/audit/audit.service'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { keyring, type DocumentType } from './identity'
import { hashesOf } from './active-exclusions.queries'
import type { PlayerFile } from './player-file.contract'
import { openedPictures } from './player-pictures.service'
import { detailsOf } from './players.store'
import { TERM_RETENTION_YEARS } from './retention.service'
import { SCAN_RETENTION_DAYS } from './scan-retention'
import { stateOf } from './terms'

interface Handing {
  db: Db
  actor: Actor
  player: string
  reason: string
  as: string
  now: number
}

/**
 * Handed out and written down, in a transaction. The player is there and the asker's. Throws 503 `exclusion_key` where
 * nothing can be opened.
 */
export async function handOutFile({ db, actor, player, reason, as, now }: Handing): Promise<PlayerFile> {
  const stored = await db
    .selectFrom('players as p')
    .innerJoin('tenants as n', 'n.id', 'p.tenant_id')
    .selectAll('p')
    .select('n.name as tenant')
    .where('p.id', '=', player)
    .executeTakeFirstOrThrow()
  const tenantId = stored.tenant_id
  const ring = await keyring(db, now)
  const { name, born, numbers } = detailsOf(stored.details === null ? null : ring.open(stored.details))
  const documents = await db
    .selectFrom('player_documents')
    .select(['document_type', 'document'])
    .where('player_id', '=', player)
    .orderBy('document_type')
    .orderBy('document')
    .execute()
  const about = { player, now }
  const exclusions = await termsOf(
    db,
    'self_exclusions',
    ['source', 'document_no', 'registered_at', 'min_until'],
    about,
  )
  const blacklists = await termsOf(db, 'blacklists', ['cause'], about)
  const hashes = [...(await hashesOf(db, ring, [player])).keys()]
  await recordChange(
    db,
    actor,
    {
      entity: 'player',
      id: player,
      tenantId,
      action: 'hand_out',
      before: null,
      after: { name: stored.name, document: stored.document, as, reason },
    },
    now,
  )
  return {
    made_at: now,
    made_by: actor.name,
    reason,
    tenant: stored.tenant,
    person: {
      _id: player,
      initials: stored.name,
      name,
      birth_date: born,
      nationality: stored.nationality,
      note: stored.note,
      created_at: stored.created_at,
      updated_at: stored.updated_at,
      documents: documents.map(one => ({
        document_type: one.document_type as DocumentType,
        document: one.document,
      })),
      numbers: numbers.map(one => ({ document_type: one.type, number: one.number })),
    },
    self_exclusions: exclusions as unknown as PlayerFile['self_exclusions'],
    national: await nationalOf(db, tenantId, hashes),
    blacklists: blacklists as unknown as PlayerFile['blacklists'],
    scans: await scansOf(db, player),
    inside: await insideOf(db, player),
    pictures: await openedPictures(db, player, now),
    // The audit entry of this disclosure belongs to the file, so it is read after it was written.
    accesses: await accessesOf(db, tenantId, [player, ...[...exclusions, ...blacklists].map(one => one._id)]),
    kept: { scans_days: SCAN_RETENTION_DAYS, terms_years: TERM_RETENTION_YEARS },
  }
}

type Own<Table> = Table extends 'blacklists'
  ? readonly ['cause']
  : readonly ['source', 'document_no', 'registered_at', 'min_until']

async function termsOf<Table extends 'self_exclusions' | 'blacklists'>(
  db: Db,
  table: Table,
  own: Own<Table>,
  { player, now }: { player: string; now: number },
) {
  const shared = ['reason', 'valid_from', 'until_date', 'valid_to', 'cancelled_at', 'cancelled_by'] as const
  const rows = await db
    // Both have the columns of a term; their own are named by the caller.
    .selectFrom(`${table as 'self_exclusions'} as t`)
    .leftJoin('locations as l', 'l.id', 't.location_id')
    .select(['t.id as _id', 'l.name as location', 't.cancel_reason'])
    .select([...shared, ...(own as Own<'self_exclusions'>)].map(name => `t.${name}` as const))
    .where('t.player_id', '=', player)
    .orderBy('t.valid_from')
    .orderBy('t.id')
    .execute()
  return rows.map(row => ({ ...row, state: stateOf({ ...row }, now) }))
}

/** Found by hash in each generation that the list may still be in. */
const nationalOf = async (db: Db, tenantId: string, hashes: readonly string[]) =>
  hashes.length === 0
    ? []
    : db
        .selectFrom('onjn_exclusions')
        .select(['mark', 'added_on', 'valid_from', 'removed_at'])
        .where('tenant_id', '=', tenantId)
        .where('hash', 'in', hashes)
        .orderBy('valid_from')
        .execute()

const scansOf = async (db: Db, player: string): Promise<PlayerFile['scans']> =>
  (await db
    .selectFrom('player_scans as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select([
      's.created_at as at',
      'l.name as location',
      's.document_type',
      's.document',
      's.answer',
      's.cause',
    ])
    .select(['s.shown', 's.device', 's.operator_name as operator'])
    .where('s.player_id', '=', player)
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute()) as PlayerFile['scans']

const insideOf = async (db: Db, player: string): Promise<PlayerFile['inside']> =>
  (await db
    .selectFrom('inside_alerts as a')
    .innerJoin('locations as l', 'l.id', 'a.location_id')
    .select(['a.gaming_day', 'l.name as location', 'a.let_in_at', 'a.since', 'a.found_at', 'a.found_by'])
    .where('a.player_id', '=', player)
    .orderBy('a.found_at')
    .orderBy('l.name')
    .execute()) as PlayerFile['inside']

async function accessesOf(db: Db, tenantId: string, ids: readonly string[]): Promise<PlayerFile['accesses']> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_name', 'entity', 'action', 'after_json'])
    .where('tenant_id', '=', tenantId)
    .where('entity', 'in', ['player', 'self_exclusion', 'blacklist'])
    .where('entity_id', 'in', ids)
    .orderBy('seq')
    .execute()
  return entries.map(({ at, actor_name, entity, action, after_json }) => {
    const after = (after_json === null ? {} : JSON.parse(after_json)) as { reason?: unknown }
    return {
      at,
      by: actor_name,
      entity: entity as PlayerFile['accesses'][number]['entity'],
      action,
      reason: typeof after.reason === 'string' ? after.reason : null,
    }
  })
}
