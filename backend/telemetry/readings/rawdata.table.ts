/**
 * Rows that SMIBs delivered, and their roll-ups. Instants are epoch milliseconds; `*_nano` is the rest below one
 * millisecond.
 */
import type { Generated } from 'kysely'
import type { MainMeter, MovementMeter } from './meters.contract'

interface Origin {
  smib_id: string
  tenant_id: string
  location_id: string
}

/** Its identifiers as they are stored: by their numbers (`db/short-ids.ts`). */
interface OriginNumbers {
  smib_nr: number
  tenant_nr: number
  location_nr: number
}

/** A message's columns other than whose it is. */
interface MessageRow {
  /** Counts the SMIB's restarts: its numbers begin again with each. */
  run: number
  message_seq_nr: number
  event_seq_nr: number | null
  server_time: number
  server_nano: number
  /** What the SMIB's clock said, where it ran ahead; then `server_time` is when the message is booked. */
  own_time: number | null
  received_at: number
  kind: string
  /** Of the whole content: a replay has the same one. */
  digest: string
  event_count: number
  counter_count: number
}
type StoredMessagesTable = OriginNumbers & MessageRow & { slot_nr: number | null }
/** A view: `stored_messages` with identifiers. */
export type MessagesTable = Origin & StoredMessagesTable & { slot_id: string | null }

type StoredReadingsTable = Omit<OriginNumbers, 'smib_nr' | 'tenant_nr'> &
  Record<MainMeter, number | null> & {
    slot_nr: number
    /** What it has in common with others of its slot: the number of its row in `reading_terms`. */
    terms: number
    game_nr: number
    message_seq_nr: number
    server_time: number
    server_nano: number
    /** JSON: meter → how its movement was judged (`Repair`); null when it is the difference. */
    repairs: string | null
    /**
     * Nothing of it was booked, since a meter was doubtful; `stray` once a later reading agreed with the one before it.
     * `not_placed`: its SMIB stood on no slot then; stored with the slot that it stood on when it was sent. `too_late`:
     * it came when the readings around it were in an archive already, so that nothing says what it moved.
     */
    held: 'open' | 'stray' | 'not_placed' | 'too_late' | null
    /** Other meters: JSON, SAS code → value. */
    more: string | null
  }

/** From one change of SMIB, run, price or day's offset to the next, a slot's readings have these in common. */
interface ReadingTermsTable {
  slot_nr: number
  nr: Generated<number>
  tenant_nr: number
  smib_nr: number
  run: number
  denomination_minor: number
  currency: string
  /**
   * By how many days its gaming day lies before its date by UTC: the day to which its movement belongs, by the rule
   * that its location had for it.
   */
  day_gap: number
  /** How long after the full hour its hour begins, since its day does; milliseconds, 0 mostly. */
  hour_cut: number
}

/** A view: `stored_readings` with its terms, identifiers, and the gaming day by its date. */
export type CounterReadingsTable = Origin &
  Omit<StoredReadingsTable, 'terms'> &
  Omit<ReadingTermsTable, 'nr' | 'day_gap'> & { slot_id: string; gaming_day: string }

/** The newest reading of each game of each slot. */
interface CounterLatestTable {
  slot_id: string
  game_nr: number
  server_time: number
  server_nano: number
  message_seq_nr: number
  /** JSON: meter → its last good value, with its time where an earlier reading reported it. */
  meters: string
  /** JSON: what is held, and when memory was last cleared or in doubt; null mostly. */
  standing: string | null
  /** What was read up to here was booked before the cents meters of tickets led (2026-11-28); 0 where nothing was. */
  cents_after: Generated<number>
}

type Movements = Record<MovementMeter, number>

type StoredHoursTable = Movements & {
  slot_nr: number
  /**
   * Start of the UTC hour, or of the gaming day where it begins within the hour; readings at a full hour close the hour
   * before.
   */
  hour_start: number
  game_nr: number
  location_nr: number
  denomination_minor: number
  tenant_nr: number
  currency: string
  readings: number
}
/** A view: `stored_hours` with identifiers. */
type CounterHoursTable = StoredHoursTable & {
  slot_id: string
  location_id: string
  tenant_id: string
}

type CounterDaysTable = Movements & {
  slot_id: string
  gaming_day: string
  game_nr: number
  location_id: string
  denomination_minor: number
  tenant_id: string
  currency: string
  readings: number
}

/** Per SMIB: where its numbering stands. Writing it serialises the batches of one SMIB. */
export interface SmibFeedsTable {
  smib_id: string
  /** The slot that it served last. */
  slot_id: string | null
  run: number
  run_started_at: number
  min_seq: number
  max_seq: number
  /** 1 where its message of the highest number has an event number. */
  max_numbered: number
  last_at: number
  batches: number
  /** How often a past change was set back that says where its messages belong. */
  placings: number
}

/** Which slots each SMIB has served. */
interface SmibSlotsTable {
  smib_id: string
  slot_id: string
}

/** Earlier runs: numberings that a restart ended. */
interface SequenceRunsTable {
  smib_id: string
  run: number
  started_at: number
  min_seq: number
  max_seq: number
  max_numbered: number
}

interface SequenceBreaksTable extends Origin {
  id: string
  slot_id: string | null
  /** `skip`: missing after a message without an event number, which nobody is notified of. */
  kind: 'gap' | 'skip' | 'reset'
  run: number
  /** The last number before the break and the first one after it. */
  from_seq: number
  to_seq: number
  /** Server time of the message after the break. */
  at: number
  created_at: number
  /** A gap that late messages filled. */
  closed_at: number | null
  /** The same two numbers as they were before late messages shortened it; null where none has. */
  first_seq: number | null
  last_seq: number | null
}

/** Readings of messages that somebody ignores: judgement passes them by. */
interface OmittedReadingsTable {
  slot_id: string
  game_nr: number
  at: number
  nano: number
  seq: number
  smib_id: string
  tenant_id: string
  /** The ignored message. */
  edit_id: string
}

interface RefusedMessagesTable {
  tenant_id: string
  smib_id: string
  /** Of what came and why it was refused: sent again, it is the same. */
  digest: string
  code: string
  message_seq_nr: number | null
  /** As it came, the beginning of it. */
  body: string
  first_at: number
  last_at: number
  times: number
}

/**
 * From this reading on a game can be judged; what was read before is in an archive, but for what a later one is still
 * compared with.
 */
export interface ReadingFloorsTable {
  slot_id: string
  game_nr: number
  tenant_id: string
  at: number
  nano: number
  seq: number
  smib_id: string
}

/** What is left of a SMIB's messages in an archive: with it one that is sent again is known. */
export interface ArchivedDigestsTable {
  smib_id: string
  from_at: number
  to_at: number
  archive_id: string
  tenant_id: string
  /** The beginnings of their digests, each of the same length. */
  digests: string
}

interface UnknownSmibsTable {
  tenant_id: string
  token_id: string
  mac: string
  first_at: number
  last_at: number
  times: number
}

/**
 * A slot that reported only its games at first: their sum stands for the whole slot up to a day, and in hours that
 * begin before an instant.
 */
interface SummedSlotsTable {
  slot_id: string
  tenant_id: string
  days_through: string
  hours_before: number
  /** JSON (`Overlap`); null: not known yet. */
  overlap: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    summed_slots: SummedSlotsTable
    reading_floors: ReadingFloorsTable
    archived_digests: ArchivedDigestsTable
    unknown_smibs: UnknownSmibsTable
    refused_messages: RefusedMessagesTable
    stored_readings: StoredReadingsTable
    reading_terms: ReadingTermsTable
    stored_messages: StoredMessagesTable
    stored_hours: StoredHoursTable
    omitted_readings: OmittedReadingsTable
    messages: MessagesTable
    counter_readings: CounterReadingsTable
    counter_latest: CounterLatestTable
    counter_hours: CounterHoursTable
    counter_days: CounterDaysTable
    smib_feeds: SmibFeedsTable
    smib_slots: SmibSlotsTable
    sequence_runs: SequenceRunsTable
    sequence_breaks: SequenceBreaksTable
  }
}
