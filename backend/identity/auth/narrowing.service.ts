/** What the rules leave of the network for one person, as conditions in front of every statement (db/narrowed.ts). */
import { LRUCache } from 'lru-cache'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { NarrowingPlugin, type Shadows } from '../../platform/db/narrowed'
import type { NarrowingRule } from '../../platform/request/actor'
import type { Model } from './acl.table'
import { columnOf } from './model-fields.service'
import { ofNobody, placed } from './placed-tables'

/** What the audit log calls them: who may not see one reads no entry about it. */
const ofLocations = [
  ['share_link', 'share_links'],
  ['jackpot', 'jackpots'],
  ['jackpot-level', 'jackpot_levels'],
  ['jackpot-source', 'jackpot_sources'],
  ['jackpot-win', 'jackpot_wins'],
  ['jackpot-telling', 'jackpot_tellings'],
  ['jackpot-request', 'approvals'],
  ['display-channel', 'display_channels'],
  ['display', 'displays'],
  ['webhook', 'webhooks'],
  ['notification-channel', 'notification_channels'],
  ['webhook-delivery', 'webhook_deliveries'],
  ['reopening', 'approvals'],
  ['raw_archive', 'raw_archives'],
  ['approval', 'approvals'],
  ['inspection', 'inspections'],
  ['shift-handover', 'shift_handovers'],
  ['work-order', 'work_orders'],
  ['handpay', 'handpay_payments'],
  ['firmware-rollout', 'firmware_rollouts'],
  ['comment', 'comments'],
  ['anomaly', 'anomalies'],
  ['alarm', 'alarms'],
  ['repair', 'repairs'],
  ['collector-checkpoint', 'collector_checkpoints'],
  ['ignored-message', 'ignored_messages'],
  ['manual-reading', 'manual_readings'],
  ['message-edit', 'message_edits'],
  ['report-schedule', 'report_schedules'],
] as const

/**
 * Records that people comment on, as the audit log calls them: what is said of one, and whom it notifies, is seen by
 * whoever sees the record.
 */
export const commentedTables = {
  slot: 'slots',
  anomaly: 'anomalies',
  repair: 'repairs',
  'collector-checkpoint': 'collector_checkpoints',
  'work-order': 'work_orders',
} as const

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

/**
 * Rules that ask for one field, or for groups alone, are one way in with the values of all of them: a hundred cost what
 * one costs.
 */
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
  const ofTheseSlots = `from ${schema}.slots where location_id in (${locations}) and ${ofSlots ?? '1 = 1'}`
  const slots = `select id ${ofTheseSlots}`
  // With rules about slots, a location is one where at least one of them stands, and a SMIB one that serves one of
  // them.
  const seen = ofSlots ? `select location_id ${ofTheseSlots}` : locations
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
    const inSeen = location && isIn(location, seen)
    const where = [
      // What has no slot is its whole location's.
      slot ? location && isIn(location, locations) : inSeen,
      slot &&
        (ofSlots || !location) &&
        `(${isIn(slot, slots)}${whole ? ` or (${whole}) and ${inSeen}` : ''})`,
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
  // A link to a list has no location: it shows what its maker was shown.
  const ofLinks = `(location_id in (${seen}) or (location_id = '' and created_by_id = ${quoted(userId)}))`
  shadows.set('share_links', from('share_links', ofLinks))
  // Of a record, what people say of it and whom they notify: exactly as the record.
  const ofRecord = (kind: string, id: string) =>
    Object.entries(commentedTables)
      .map(
        ([one, table]) =>
          `(coalesce(${kind}, '') <> '${one}' or ${id} in (select id from ${shadows.get(table)} visible))`,
      )
      .join(' and ')
  shadows.set('comments', from('comments', ofRecord('about', 'record_id')))
  const ofComments = `comment_id in (select id from ${shadows.get('comments')} visible)`
  shadows.set('comment_photos', from('comment_photos', ofComments))
  // One about a player is of the location where they were found. Requests about whole locations are nothing to who sees
  // single slots.
  // What a rule found everywhere counts slots that somebody who sees single locations or slots does not see.
  const isPart = rules.some(({ model }) => model !== 'tenant')
  const notificationFilter = `(resource_type <> 'player' or place in (${seen}))${isPart ? " and template <> 'rule_alarm_everywhere'" : ''}${ofSlots ? " and (request_id is null or resource_type = 'slot')" : ''} and ${ofRecord('about_kind', 'about_id')}`
  shadows.set(
    'notifications',
    from('notifications', `${about('resource_type', 'resource_id')} and ${notificationFilter}`),
  )
  // An alarm rule names locations, and is about slots of all of them; so are its steps.
  shadows.set(
    'audit_log',
    from(
      'audit_log',
      `${about('entity', 'entity_id', {
        slot: 'slot_config slot_meters',
        location: 'location_config location_general_settings',
        smib: 'smib_config',
        tenant: 'tenant_config fraud_settings payment_settings tenant_general_settings',
      })}${ofLocations
        .map(
          ([entity, table]) =>
            ` and (entity <> '${entity}' or entity_id in (select id from ${shadows.get(table)} visible))`,
        )
        .join('')} and entity not in ('alarm-rule', 'alarm-step')`,
    ),
  )
  // A file holds what its owner was shown. Totals of whole tenants are stored: here they are counted.
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
  const ofSlots = rules.some(({ model }) => model === 'slot')
  const narrowed = db.withPlugin(new NarrowingPlugin(shadowsOf(rules, userId, schema), ofSlots))
  known.set(key, narrowed)
  return narrowed as Database
}
