/** Where rows belong, table by table: what the narrowing of a person goes by. */

/**
 * Tables of the network by the columns that say where a row belongs, and rows of no slot that belong to the whole
 * location. `narrowed.test.ts` asks every table of the database for its place.
 */
export const placed: Readonly<
  Record<string, { location?: string; slot?: string; smib?: string; whole?: string }>
> = {
  slots: { location: 'location_id', slot: 'id' },
  smibs: { location: 'location_id', slot: 'slot_id' },
  machine_meters: { location: 'location_id', slot: 'id' },
  counter_days: { location: 'location_id', slot: 'slot_id' },
  counter_hours: { location: 'location_nr', slot: 'slot_nr' },
  counter_readings: { location: 'location_nr', slot: 'slot_nr' },
  event_days: { location: 'location_id', slot: 'slot_id' },
  event_sums: { location: 'location_id', slot: 'slot_id' },
  events: { location: 'location_id', slot: 'slot_id' },
  machine_commands: { location: 'location_id', slot: 'slot_id' },
  messages: { location: 'location_nr', slot: 'slot_nr' },
  sequence_breaks: { location: 'location_id', slot: 'slot_id' },
  sequence_gaps: { location: 'location_id', slot: 'slot_id' },
  slot_data: { location: 'location_id', slot: 'slot_id' },
  smib_logs: { location: 'location_id', slot: 'slot_id' },
  counter_latest: { slot: 'slot_id' },
  summed_slots: { slot: 'slot_id' },
  mechanical_readings: { slot: 'slot_id' },
  meter_comparisons: { slot: 'slot_id' },
  meter_explanations: { slot: 'slot_id' },
  meter_sheet_entries: { location: 'location_id', slot: 'slot_id' },
  slot_controls: { slot: 'slot_id' },
  slot_doors: { slot: 'slot_id' },
  slot_sort_keys: { slot: 'id' },
  smib_sort_keys: { smib: 'id' },
  slot_meter_setups: { slot: 'slot_id' },
  repairs: { location: 'location_id', slot: 'slot_id' },
  repair_rulings: { slot: 'slot_id' },
  left_assignments: { slot: 'slot_id' },
  player_scans: { location: 'location_id' },
  inside_alerts: { location: 'location_id' },
  // By the slot alone: without the time before a move, what held then would be looked for in the wrong row.
  slot_history: { slot: 'slot_id' },
  smib_history: { smib: 'smib_id' },
  refused_messages: { smib: 'smib_id' },
  location_rules: { location: 'location_id' },
  checkpoints: { location: 'location_id', slot: 'slot_id' },
  // By the slot alone: a collection begins where the one before ended, wherever the slot stood then.
  collector_checkpoints: { slot: 'slot_id' },
  payment_transactions: { location: 'location_id', slot: 'slot_id' },
  payment_log: { location: 'location_id', slot: 'slot_id' },
  checkpoint_days: { location: 'location_id' },
  // Sums of whole days: whoever may see some of a location's slots is shown what those sum up to, see
  // location-days.queries.
  // A report is its location's document: whole, or not to be seen.
  daily_reports: { location: 'location_id' },
  monthly_reports: { location: 'location_id' },
  fiscal_heads: { location: 'location_id' },
  seal_runs: { location: 'location_id' },
  late_movements: { location: 'location_id' },
  // A jackpot is one figure, whichever slots feed it: whole, or, of another location or of all of them, not to be seen.
  jackpots: { location: 'location_id' },
  jackpot_levels: { location: 'location_id' },
  jackpot_sources: { location: 'location_id' },
  jackpot_wins: { location: 'location_id', slot: 'slot_id' },
  jackpot_reports: { location: 'location_id', slot: 'slot_id' },
  jackpot_meters: { location: 'location_id', slot: 'slot_id' },
  jackpot_tellings: { location: 'location_id', slot: 'slot_id' },
  jackpot_snapshots: { location: 'location_id' },
  display_channels: { location: 'location_id' },
  displays: { location: 'location_id' },
  // Of a whole tenant: not to be seen.
  webhooks: { location: 'location_id' },
  notification_channels: { location: 'location_id' },
  webhook_deliveries: { location: 'location_id' },
  location_days: { location: 'location_id' },
  location_day_sums: { location: 'location_id' },
  slot_day_closings: { location: 'location_id', slot: 'slot_id' },
  days_to_refresh: { location: 'location_id' },
  slot_spans: { location: 'location_id', slot: 'slot_id' },
  span_days: { location: 'location_id' },
  seals: { location: 'location_id' },
  seal_heads: { location: 'location_id' },
  share_links: { location: 'location_id' },
  // A schedule for all of a tenant's locations is nobody's who sees some of them.
  report_schedules: { location: 'location_id' },
  report_sendings: { location: 'location_id' },
  report_sending_files: { location: 'location_id' },
  raw_archives: { location: 'location_id' },
  raw_archive_days: { location: 'location_id' },
  reading_floors: { slot: 'slot_id' },
  event_floors: { slot: 'slot_id' },
  archived_digests: { smib: 'smib_id' },
  approvals: {
    location: 'location_id',
    slot: 'slot_id',
    whole: "kind = 'reopening' or kind like 'jackpot_%'",
  },
  approval_requests: { location: 'location_id', slot: 'slot_id' },
  handpays: { location: 'location_id', slot: 'slot_id' },
  pending_handpays: { location: 'location_id', slot: 'slot_id' },
  handpay_payments: { location: 'location_id', slot: 'slot_id' },
  work_orders: { location: 'location_id', slot: 'slot_id' },
  open_work: { location: 'location_id', slot: 'slot_id' },
  comments: { slot: 'slot_id' },
  comment_photos: { slot: 'slot_id' },
  inspections: { location: 'location_id' },
  // A sheet is its location's document, as a report is.
  shift_handovers: { location: 'location_id' },
  ignored_messages: { location: 'location_id', slot: 'slot_id' },
  manual_readings: { location: 'location_id', slot: 'slot_id' },
  openings: { location: 'location_id', slot: 'slot_id' },
  message_edits: { location: 'location_id', slot: 'slot_id' },
  omitted_readings: { slot: 'slot_id' },
  anomalies: { location: 'location_id', slot: 'slot_id' },
  alarms: { location: 'location_id', slot: 'slot_id' },
  alarm_pending: { slot: 'slot_id' },
  anomaly_marks: { location: 'location_id', slot: 'slot_id' },
  anomaly_heads: { location: 'location_id' },
  smib_slots: { smib: 'smib_id' },
  smib_firmware: { smib: 'smib_id' },
  firmware_boards: { location: 'location_id', smib: 'smib_id' },
  // Of a group, whichever locations it is in: not to be seen.
  firmware_rollouts: { location: 'location_id' },
  bulk_items: { slot: 'slot_id' },
  board_presence: { smib: 'smib_id' },
  board_configs: { smib: 'smib_id' },
  smib_feeds: { smib: 'smib_id' },
  sequence_runs: { smib: 'smib_id' },
}

/**
 * Nobody reads these: raw rows have numbers instead of names and are read through their views, and sums of a whole
 * tenant, like the sets of locations that find such sums, show more than one person may see.
 */
export const ofNobody: readonly string[] = [
  'stored_readings',
  'reading_terms',
  'stored_messages',
  'stored_hours',
  'tenant_day_sums',
  'location_month_sets',
]
