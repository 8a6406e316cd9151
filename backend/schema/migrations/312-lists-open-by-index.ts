import { sql, type Kysely } from 'kysely'

/** Lists that grow and open in an order of their own, by what they are in the order of. */
const orders: Readonly<Record<string, readonly string[]>> = {
  anomalies: ['last_at, id'],
  bulk_jobs: ['created_at, id', 'tenant_id, created_at, id'],
  jackpot_snapshots: ['ends_at, id'],
  jackpot_tellings: ['from_at, id', 'tenant_id, from_at, id'],
  jackpot_wins: ['won_at, id'],
  machine_commands: ['created_at, id', 'tenant_id, created_at, id'],
  monthly_reports: ['month, id'],
  payment_log: ['occurred_at, id'],
  player_scans: ['created_at, id', 'tenant_id, created_at, id'],
  players: ['name, id', 'tenant_id, name, id'],
  repairs: ['crossing, id', 'tenant_id, crossing, id'],
}

/** Whose total is that of all rows less the archived, of which there are few or none. */
const counted = [
  'anomalies',
  'blacklists',
  'bulk_jobs',
  'collector_checkpoints',
  'daily_reports',
  'ignored_messages',
  'jackpot_snapshots',
  'jackpot_tellings',
  'jackpot_wins',
  'mails',
  'manual_readings',
  'many_jobs',
  'message_edits',
  'meter_sheet_entries',
  'monthly_reports',
  'onjn_exclusions',
  'payment_log',
  'payment_transactions',
  'player_scans',
  'players',
  'repairs',
  'report_sendings',
  'self_exclusions',
  'webhook_deliveries',
]

/** A list that grows opens by an index and is counted by indexes, whoever opens it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  for (const [table, all] of Object.entries(orders))
    for (const columns of all)
      await run(`create index ${table}_in_order_of_${columns.replaceAll(', ', '_')} on ${table} (${columns})`)
  for (const table of counted)
    await run(`create index ${table}_archived on ${table} (tenant_id) where archived_at is not null`)
}
