/** Reads each demo SMIB's state back from what was ingested, so that identities hold over any restart. */
import { groupBy } from '../platform/contract/group-by'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database'
import { numberOf } from '../platform/db/short-ids'
import { askFeeds } from '../telemetry/ingestion/feeds'
import { latestMeters } from '../telemetry/judgement/latest.service'
import { Board, BUFFERED_MS } from './smib'
import { lostOnTheWay } from './history'
import { born, type Life } from './machine'
import type { DemoSlot, Network } from './network'
import { emptyMeters, noteMeters, type Meters } from './play'
import type { GameMeters } from './slot-games'
import { MODULUS } from './wire-meters'

/** One for each slot of the network, with the SMIB that serves it now; without one it is mute. */
export async function readSmibs(db: Db, network: Network, now: number): Promise<Board[]> {
  const latestRows = await db
    .selectFrom('counter_latest')
    .select(['slot_id', 'game_nr', 'server_time', 'meters'])
    .orderBy('game_nr')
    .execute()
  const latest = new Map(latestRows.filter(row => row.game_nr === 0).map(row => [row.slot_id, row]))
  const games = groupBy(
    latestRows.filter(({ game_nr }) => game_nr > 0),
    ({ slot_id }) => slot_id,
    ({ meters }): GameMeters => gameFrom(latestMeters(meters)),
  )
  const sent = new Map(
    (
      await db
        .selectFrom('smibs as s')
        .innerJoin('messages as m', join =>
          join.on('m.smib_nr', '=', numberOf(sql`s.id`)).onRef('m.message_seq_nr', '=', 's.last_message_seq'),
        )
        .select(({ fn }) => ['s.id', 's.last_message_seq as seq', fn.max('m.event_seq_nr').as('event_seq')])
        .groupBy(['s.id', 's.last_message_seq'])
        .execute()
    ).map(row => [row.id, row]),
  )
  const serving = new Map((await servingSmibs(db)).map(({ slot_id, ...smib }) => [slot_id, smib]))
  const smibs: Board[] = []
  for (const planned of network.machines) {
    const smib = serving.get(planned.slotId) ?? null
    const slot = { ...planned, smib }
    const life = born(slot, network.seed)
    const [row, last] = [latest.get(slot.slotId), sent.get(smib?.id ?? '')]
    if (last)
      Object.assign(life, {
        messageSeq: Number(last.seq),
        eventSeq: Number(last.event_seq ?? 0),
      } satisfies Partial<Life>)
    if (row) life.meters = metersFrom(latestMeters(row.meters), await notesOf(db, slot), slot)
    life.games = games.get(slot.slotId) ?? []
    const board = new Board(slot, network.seed, life, row ? Number(row.server_time) : now, now)
    if (planned.story?.kind === 'gap' && planned.story.at > now - BUFFERED_MS)
      board.remembers = lostOnTheWay(network, slot)
    smibs.push(board)
  }
  return smibs
}

/**
 * People's changes since: maintenance, SMIBs replaced, unassigned or archived. A lock is none of them, because the
 * slot has to receive it.
 */
export async function refreshSmibs(db: Db, smibs: readonly Board[]): Promise<void> {
  const rows = new Map((await servingSmibs(db)).map(row => [row.slot_id, row]))
  for (const smib of smibs) {
    const row = rows.get(smib.slot.slotId)
    if (row && row.id !== smib.slot.smib?.id) smib.serve(row, await sentBy(db, row))
    smib.muted = row === undefined
    smib.maintained = row?.status === 'maintenance'
    if (!row) continue
    // While it has not done what was ordered, it is still as it was.
    const isSettled = row.lock_delivery === null || row.lock_delivery === 'confirmed'
    if (isSettled) smib.locked = row.status === 'locked'
    else if (!smib.isKnown) smib.locked = row.status !== 'locked'
    if (!smib.isKnown) smib.assetNo = /^\d{1,10}$/.test(row.asset_no ?? '') ? Number(row.asset_no) : 0
    smib.isKnown = true
  }
}

interface Serving {
  id: string
  mac: string
  firmware: string
  network: string
  slot_id: string
  status: string
  lock_delivery: string | null
  asset_no: string | null
  last_message_seq: number | null
}

async function servingSmibs(db: Db): Promise<Serving[]> {
  const { rows } =
    await sql<Serving>`select b.id, b.mac, coalesce(f.firmware, b.firmware, '') as firmware, coalesce(b.network, '') as network, b.slot_id, b.last_message_seq, s.status, s.lock_delivery, s.asset_no
    from smibs b join slots s on s.id = b.slot_id left join smib_firmware f on f.smib_id = b.id where b.archived_at is null and s.archived_at is null`.execute(
      db,
    )
  return rows
}

/**
 * They fetch their commands, so they are connected, but send nothing while their past is written: without this their
 * slots would look like an outage for as long as that takes.
 */
export async function stayConnected(db: Db, smibs: readonly Board[], now: number): Promise<void> {
  const ids = (idOf: (slot: DemoSlot) => string | undefined) => smibs.flatMap(({ slot }) => idOf(slot) ?? [])
  if (smibs.length === 0) return
  await db.transaction().execute(async db => {
    // Whoever ingests writes these rows as well, in an order of its own, and takes the feeds first.
    await db.executeQuery(
      askFeeds(
        db,
        ids(slot => slot.smib?.id),
      ),
    )
    // Slots before their SMIBs: whoever moves a slot takes its SMIB along, and takes no feeds.
    await db
      .updateTable('slots')
      .set({ last_seen_at: now })
      .where(
        'id',
        'in',
        ids(slot => slot.slotId),
      )
      .where('last_seen_at', '<', now)
      .execute()
    await db
      .updateTable('smibs')
      .set({ last_seen_at: now })
      .where(
        'id',
        'in',
        ids(slot => slot.smib?.id),
      )
      .where('last_seen_at', '<', now)
      .execute()
  })
}

/** The numbers from which a SMIB continues when it comes into a slot. */
async function sentBy(db: Db, { id, last_message_seq }: Serving): Promise<{ seq: number; eventSeq: number }> {
  const row = await db
    .selectFrom('messages')
    .select('event_seq_nr')
    .where('smib_nr', '=', numberOf(id))
    .where('event_seq_nr', 'is not', null)
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { seq: Number(last_message_seq ?? 0), eventSeq: Number(row?.event_seq_nr ?? 0) }
}

async function notesOf(db: Db, { slotId }: DemoSlot): Promise<Record<string, number>> {
  const row = await db
    .selectFrom('counter_readings')
    .select('more')
    .where('slot_nr', '=', numberOf(slotId))
    .where('game_nr', '=', 0)
    .where('more', 'is not', null)
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .orderBy('message_seq_nr', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.more ? (JSON.parse(row.more) as Record<string, number>) : {}
}

const gameFrom = (main: Partial<Record<string, number>>): GameMeters => ({
  coinIn: main.coin_in ?? 0,
  coinOut: main.coin_out ?? 0,
  jackpot: main.jackpot ?? 0,
  gamesPlayed: main.games_played ?? 0,
  gamesWon: main.games_won ?? 0,
})

function metersFrom(
  main: Partial<Record<string, number>>,
  more: Record<string, number>,
  { profile: { perLeu } }: DemoSlot,
): Meters {
  const value = (name: string) => main[name] ?? 0
  const notes = emptyMeters().notes
  let counted = 0
  for (const [note, code] of Object.entries(noteMeters)) {
    const count = more[code] ?? 0
    notes[Number(note) as keyof typeof notes] = count
    counted += count * Number(note)
  }
  // The notes since the last full reading are known by their sum only.
  const uncounted =
    (((value('bills_in') / perLeu - counted) % (MODULUS / perLeu)) + MODULUS / perLeu) % (MODULUS / perLeu)
  notes[50] += Math.floor(uncounted / 50)
  notes[1] += Math.round(uncounted % 50)
  return {
    coinIn: value('coin_in'),
    coinOut: value('coin_out'),
    jackpot: value('jackpot'),
    handpaidCancelled: value('handpaid_cancelled'),
    gamesPlayed: value('games_played'),
    gamesWon: value('games_won'),
    billsIn: value('bills_in'),
    ticketIn: value('ticket_in'),
    hopperOut: value('hopper_out'),
    ticketOut: value('ticket_out'),
    electronicIn: value('electronic_in'),
    electronicOut: value('electronic_out'),
    credits: value('current_credits'),
    notes,
  }
}
