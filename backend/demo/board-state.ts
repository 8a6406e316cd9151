/** Where each demo board stands, read back from what was ingested: so identities hold over any restart. */
import type { Db } from '../db/database'
import { Board } from './board'
import { born, type Life } from './machine'
import type { DemoMachine, Network } from './network'
import { emptyMeters, noteMeters, type Meters } from './play'
import { MODULUS } from './wire-meters'

/** Boards of the network that are still where they were built in. */
export async function readBoards(db: Db, network: Network, now: number): Promise<Board[]> {
  const latest = new Map((await db.selectFrom('counter_latest').select(['slot_id', 'server_time', 'meters']).where('game_nr', '=', 0).execute()).map(row => [row.slot_id, row]))
  const sent = new Map((await db.selectFrom('smibs as s')
    .innerJoin('messages as m', join => join.onRef('m.smib_id', '=', 's.id').onRef('m.message_seq_nr', '=', 's.last_message_seq'))
    .select(({ fn }) => ['s.id', 's.last_message_seq as seq', fn.max('m.event_seq_nr').as('event_seq')]).groupBy(['s.id', 's.last_message_seq']).execute()).map(row => [row.id, row]))
  const boards: Board[] = []
  for (const machine of network.machines) {
    if (!machine.smib) continue
    const life = born(machine, network.seed)
    const [row, last] = [latest.get(machine.slotId), sent.get(machine.smib.id)]
    if (last) Object.assign(life, { messageSeq: Number(last.seq), eventSeq: Number(last.event_seq ?? 0) } satisfies Partial<Life>)
    if (row) life.meters = metersFrom(JSON.parse(row.meters) as Partial<Record<string, number>>, await notesOf(db, machine), machine)
    boards.push(new Board(machine, network.seed, life, row ? Number(row.server_time) : now, now))
  }
  return boards
}

/** What people have changed since: locks, maintenance, boards moved or archived. */
export async function refreshBoards(db: Db, boards: readonly Board[]): Promise<void> {
  const rows = await db.selectFrom('smibs as b').innerJoin('slots as s', 's.id', 'b.slot_id')
    .select(['b.id', 'b.slot_id', 's.status']).where('b.archived_at', 'is', null).where('s.archived_at', 'is', null).execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const board of boards) {
    const row = byId.get(board.machine.smib?.id ?? '')
    board.muted = row?.slot_id !== board.machine.slotId
    board.locked = row?.status === 'locked'
    board.maintained = row?.status === 'maintenance'
  }
}

async function notesOf(db: Db, { slotId }: DemoMachine): Promise<Record<string, number>> {
  const row = await db.selectFrom('counter_readings').select('more').where('slot_id', '=', slotId).where('game_nr', '=', 0).where('more', 'is not', null)
    .orderBy('server_time', 'desc').orderBy('server_nano', 'desc').orderBy('message_seq_nr', 'desc').limit(1).executeTakeFirst()
  return row?.more ? JSON.parse(row.more) as Record<string, number> : {}
}

function metersFrom(main: Partial<Record<string, number>>, more: Record<string, number>, { profile: { perLeu } }: DemoMachine): Meters {
  const value = (name: string) => main[name] ?? 0
  const notes = emptyMeters().notes
  let counted = 0
  for (const [note, code] of Object.entries(noteMeters)) {
    const count = more[code] ?? 0
    notes[Number(note) as keyof typeof notes] = count
    counted += count * Number(note)
  }
  // The notes since the last full reading are known by their sum only.
  const uncounted = (((value('bills_in') / perLeu - counted) % (MODULUS / perLeu)) + MODULUS / perLeu) % (MODULUS / perLeu)
  notes[50] += Math.floor(uncounted / 50)
  notes[1] += Math.round(uncounted % 50)
  return {
    coinIn: value('coin_in'), coinOut: value('coin_out'), jackpot: value('jackpot'), handpaidCancelled: value('handpaid_cancelled'), gamesPlayed: value('games_played'),
    gamesWon: value('games_won'), billsIn: value('bills_in'), ticketIn: value('ticket_in'), ticketOut: value('ticket_out'), electronicIn: value('electronic_in'),
    electronicOut: value('electronic_out'), credits: value('current_credits'), notes,
  }
}
