/** What the rules leave of the network for one person, as conditions in front of every statement (db/narrowed.ts). */
import { LRUCache } from 'lru-cache'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { NarrowingPlugin, type Shadows } from '../../platform/db/narrowed'
import type { NarrowingRule } from '../../platform/request/actor'
import type { Model } from './acl.table'
import { columnOf } from './model-fields.service'

/** Tables of the network by the columns that say where a row belongs, and rows of no slot that belong to the whole location. `narrowed.test.ts` asks every table of the database for its place. */
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
  slot_meter_setups: { slot: 'slot_id' },
  repairs: { location: 'location_id', slot: 'slot_id' },
  repair_rulings: { slot: 'slot_id' },
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
  // Sums of whole days: whoever may see some of a location's slots is shown what those sum up to, see location-days.queries.
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
  webhook_deliveries: { location: 'location_id' },
  location_days: { location: 'location_id' },
  location_day_sums: { location: 'location_id' },
  slot_day_closings: { location: 'location_id', slot: 'slot_id' },
  days_to_refresh: { location: 'location_id' },
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
  inspections: { location: 'location_id' },
  ignored_messages: { location: 'location_id', slot: 'slot_id' },
  manual_readings: { location: 'location_id', slot: 'slot_id' },
  openings: { location: 'location_id', slot: 'slot_id' },
  message_edits: { location: 'location_id', slot: 'slot_id' },
  omitted_readings: { slot: 'slot_id' },
  anomalies: { location: 'location_id', slot: 'slot_id' },
  anomaly_marks: { location: 'location_id', slot: 'slot_id' },
  anomaly_heads: { location: 'location_id' },
  smib_slots: { smib: 'smib_id' },
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

/** What the audit log calls them. */
const ofLocations = [
  ['jackpot', 'jackpots'],
  ['jackpot-level', 'jackpot_levels'],
  ['jackpot-source', 'jackpot_sources'],
  ['jackpot-win', 'jackpot_wins'],
  ['jackpot-telling', 'jackpot_tellings'],
  ['jackpot-request', 'approvals'],
  ['display-channel', 'display_channels'],
  ['display', 'displays'],
  ['webhook', 'webhooks'],
  ['webhook-delivery', 'webhook_deliveries'],
  ['reopening', 'approvals'],
  ['raw_archive', 'raw_archives'],
  ['approval', 'approvals'],
  ['inspection', 'inspections'],
  ['anomaly', 'anomalies'],
  ['ignored-message', 'ignored_messages'],
  ['manual-reading', 'manual_readings'],
  ['message-edit', 'message_edits'],
  ['report-schedule', 'report_schedules'],
] as const

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const listOf = (values: readonly string[]): string => values.map(quoted).join(', ')

/** Rows that any of the rules lets through; every row when no rule is about this model. */
function allowed(rules: readonly NarrowingRule[], model: Model, schema: string): string | undefined {
  const own = rules.filter(rule => rule.model === model)
  if (own.length === 0) return undefined
  const ways = joined(own).map(({ conditions, groups }) => {
    const all = conditions.map(({ field, values }) => `${columnOf(model, field)} in (${listOf(values)})`)
    if (groups.length > 0)
      all.push(
        `id in (select m.member_id from ${schema}.acl_group_members m where m.group_id in (${listOf(groups)}))`,
      )
    return `(${all.length === 0 ? '1 = 1' : all.join(' and ')})`
  })
  return `(${ways.join(' or ')})`
}

type Way = Pick<NarrowingRule, 'conditions' | 'groups'>

/** Rules that ask for one field, or for groups alone, are one way in with the values of all of them: a hundred cost what one costs. */
function joined(rules: readonly Way[]): Way[] {
  const values = new Map<string, Set<string>>()
  const groups = new Set<string>()
  const others: Way[] = []
  for (const rule of rules) {
    const [first, second] = rule.conditions
    if (first && !second && rule.groups.length === 0) {
      const known = values.get(first.field) ?? new Set()
      values.set(first.field, known)
      for (const value of first.values) known.add(value)
    } else if (!first && rule.groups.length > 0) for (const group of rule.groups) groups.add(group)
    else others.push(rule)
  }
  return [
    ...[...values].map(([field, all]) => ({ conditions: [{ field, values: [...all] }], groups: [] })),
    ...(groups.size > 0 ? [{ conditions: [], groups: [...groups] }] : []),
    ...others,
  ]
}

function shadowsOf(rules: readonly NarrowingRule[], userId: string, schema: string): Shadows {
  const ofTenants = allowed(rules, 'tenant', schema)
  const ofSlots = allowed(rules, 'slot', schema)
  const places = [
    allowed(rules, 'location', schema),
    ofTenants && `tenant_id in (select id from ${schema}.tenants where ${ofTenants})`,
  ].filter(one => one !== undefined)
  const inPlaces = places.length === 0 ? '1 = 1' : places.join(' and ')
  const locations = `select id from ${schema}.locations where ${inPlaces}`
  const slots = `select id from ${schema}.slots where location_id in (${locations}) and ${ofSlots ?? '1 = 1'}`
  // With rules about slots, a location is one where at least one of them stands, and a SMIB one that serves one of them.
  const seen = ofSlots ? `select location_id from ${schema}.slots where id in (${slots})` : locations
  const smibs = `select id from ${schema}.smibs where location_id in (${locations})${ofSlots ? ` and slot_id in (${slots})` : ''}`
  const tenants = `select tenant_id from ${schema}.locations where id in (${seen})`

  const from = (table: string, where: string) => `(select * from ${schema}.${table} where ${where})`
  const shadows = new Map<string, string>([
    ['tenants', from('tenants', `id in (${tenants})`)],
    // The tables that rules are about say it of their own rows: no list of ids is made to look them up in.
    ['locations', from('locations', ofSlots ? `id in (${seen})` : inPlaces)],
  ])
  // Raw rows are found by number.
  const isIn = (column: string, ids: string) =>
    column.endsWith('_nr')
      ? `${column} in (select nr from ${schema}.short_ids where id in (${ids}))`
      : `${column} in (${ids})`
  for (const [table, { location, slot, smib, whole }] of Object.entries(placed)) {
    const where = [
      location && isIn(location, locations),
      slot && (ofSlots || !location) && `(${isIn(slot, slots)}${whole ? ` or ${whole}` : ''})`,
      smib && isIn(smib, smibs),
    ].filter(Boolean)
    shadows.set(table, from(table, where.join(' and ')))
  }
  // A file has the rows of all slots of its location: whoever may see some of them has none of it.
  if (ofSlots) shadows.set('raw_archives', from('raw_archives', '1 = 0'))
  shadows.set('slots', from('slots', `location_id in (${locations}) and ${ofSlots ?? '1 = 1'}`))
  for (const table of ofNobody) shadows.set(table, from(table, '1 = 0'))
  const about = (
    kind: string,
    id: string,
    more: Partial<Record<'slot' | 'location' | 'smib' | 'tenant', string>> = {},
  ) =>
    Object.entries({ slot: slots, location: seen, smib: smibs, tenant: tenants })
      .map(([one, ids]) => {
        const kinds = `${kind} in (${listOf([one, ...(more[one as 'slot']?.split(' ') ?? [])])})`
        return `(not (${kinds}) or ${id} in (${ids}))`
      })
      .join(' and ')
  // One about a player is of the location where they were found. Requests about whole locations are nothing to who sees single slots.
  const notificationFilter = `(resource_type <> 'player' or place in (${seen}))${ofSlots ? " and (request_id is null or resource_type = 'slot')" : ''}`
  shadows.set(
    'notifications',
    from('notifications', `${about('resource_type', 'resource_id')} and ${notificationFilter}`),
  )
  shadows.set(
    'audit_log',
    from(
      'audit_log',
      `${about('entity', 'entity_id', {
        slot: 'slot_config slot_meters',
        location: 'location_config location_general_settings',
        smib: 'smib_config',
        tenant: 'tenant_config fraud_settings payment_settings tenant_general_settings',
      })} and (entity <> 'share_link' or entity_id in (select id from ${schema}.share_links where location_id in (${locations})))${ofLocations
        .map(
          ([entity, table]) =>
            ` and (entity <> '${entity}' or entity_id in (select id from ${schema}.${table} where location_id in (${locations})))`,
        )
        .join('')}`,
    ),
  )
  // A file holds what its owner was shown. Of whole tenants the embedded database keeps totals: here they are counted.
  shadows.set('data_exports', from('data_exports', `created_by_id = ${quoted(userId)}`))
  shadows.set(
    'present_totals',
    `(${(['slots', 'smibs'] as const)
      .map(
        table =>
          `select '${table}' as table_name, tenant_id, count(*) as total from ${schema}.${table} where archived_at is null and id in (${table === 'slots' ? slots : smibs}) group by tenant_id`,
      )
      .join(' union all ')})`,
  )
  return shadows
}

/** One for each set of rules and person, so that what modules remember by database is remembered apart. */
const made = new WeakMap<object, LRUCache<string, Db>>()
/** Rules are the same object until one changes: their text, which may be long, is not made for each request. */
const texts = new WeakMap<readonly NarrowingRule[], string>()
function textOf(rules: readonly NarrowingRule[]): string {
  const text = texts.get(rules) ?? JSON.stringify(rules)
  texts.set(rules, text)
  return text
}

export function narrowedDb<Database extends Db>(
  db: Database,
  rules: readonly NarrowingRule[],
  userId: string,
): Database {
  const known = made.get(db) ?? new LRUCache<string, Db>({ max: 500 })
  made.set(db, known)
  const key = `${userId} ${textOf(rules)}`
  const earlier = known.get(key)
  if (earlier) return earlier as Database
  const schema = isPostgres(db) ? 'public' : 'main'
  const narrowed = db.withPlugin(new NarrowingPlugin(shadowsOf(rules, userId, schema)))
  known.set(key, narrowed)
  return narrowed as Database
}
