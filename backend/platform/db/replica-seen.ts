/** What a primary and its replica say of themselves: where in the write-ahead log they are, and of which database. */
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { isPosition } from '../contract/read-after'
import type { Tables } from './tables'

/** A server that has vanished answers nothing. */
export const ANSWER_WITHIN_MS = 2_000

export interface Seen {
  position: string
  system: string
  timeline: number
}

/** PostgreSQL writes the two halves of a position without leading zeros: 16/B374D848. */
function positionOf(lsn: string): string {
  const position = lsn
    .split('/')
    .map(half => half.toLowerCase().padStart(8, '0'))
    .join('')
  if (!isPosition(position)) throw new Error(`Not a position in a write-ahead log: ${lsn}`)
  return position
}

export async function primaryNow(db: Kysely<Tables>): Promise<Seen> {
  // Where the next record comes, so that no commit of before lies behind it.
  const { rows } = await sql<{ lsn: string; system: string; file: string }>`
    select pg_current_wal_insert_lsn()::text as lsn, pg_walfile_name(pg_current_wal_insert_lsn()) as file,
      (select system_identifier::text from pg_control_system()) as system`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The primary did not say where it is')
  return {
    position: positionOf(row.lsn),
    system: row.system,
    // A file's name begins with the timeline, in hexadecimal digits.
    timeline: Number.parseInt(row.file.slice(0, 8), 16),
  }
}

export interface ReplicaSeen extends Seen {
  isInRecovery: boolean
  sinceMs: number | undefined
}

/** What the replica says of itself, over a connection of its own: the pool may be full of reads that wait. */
export function replicaQuestion(url: string): { ask(): Promise<ReplicaSeen>; end(): void } {
  let client: pg.Client | undefined
  const drop = () => {
    const gone = client
    client = undefined
    void gone?.end().catch(() => {})
  }
  const connect = async () => {
    const made = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    made.on('error', () => {})
    await made.connect()
    return made
  }
  return {
    async ask() {
      try {
        client ??= await connect()
        // What was replayed last may lie on a newer timeline than the last checkpoint.
        const { rows } = await client.query<{
          in_recovery: boolean
          lsn: string
          system: string
          timeline: number
          since: number | null
        }>(`select pg_is_in_recovery() as in_recovery, coalesce(pg_last_wal_replay_lsn(), '0/0')::text as lsn,
          (select system_identifier::text from pg_control_system()) as system,
          greatest((select timeline_id from pg_control_checkpoint()),
            (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
          (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as since`)
        const [row] = rows
        if (!row) throw new Error('The replica said nothing')
        return {
          isInRecovery: row.in_recovery,
          position: positionOf(row.lsn),
          system: row.system,
          timeline: row.timeline,
          sinceMs: row.since ?? undefined,
        }
      } catch (error) {
        drop()
        throw error
      }
    },
    end: drop,
  }
}
