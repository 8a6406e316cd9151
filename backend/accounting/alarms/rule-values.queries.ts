/**
 * What a rule looks at, as parts of a statement: its slots (`t`) and the value of each. Counts and sums are made once
 * for all slots, from indexes of events and roll-ups of hours; none is read slot by slot.
 */
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { slotsMatching } from '../../estate/slots/slots-matching.service'
import { HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { numbersOf } from '../../platform/db/short-ids'
import { metersOf, type SumName } from '../../telemetry/readings/measures.contract'
import { countMeters } from '../../telemetry/readings/meters.contract'
import { isOfMoney, type AlarmRuleInput } from './alarm-rules.contract'
import type { alarmUnit } from './alarms.contract'
import type { AlarmRulesTable } from './alarm-rules.table'
import type { Limits } from './hysteresis'

type Wanted = Selectable<AlarmRulesTable>
/** What judging reads of a rule, stored or only typed. */
export type Rule = Pick<
  Wanted,
  | 'tenant_id'
  | 'code'
  | 'threshold'
  | 'amount_minor'
  | 'currency'
  | 'window_minutes'
  | 'window_hours'
  | 'lasts'
  | 'clears_threshold'
  | 'clears_minor'
  | 'quiet_from'
  | 'quiet_to'
  | 'locations'
  | 'group_id'
  | 'manufacturer_id'
  | 'game_mix_id'
> &
  Pick<AlarmRuleInput, 'watched' | 'operator' | 'measure'>

export type StoredRule = Wanted & Rule & Pick<AlarmRuleInput, 'severity'>

export const ruleOfInput = (tenantId: string, input: AlarmRuleInput): Rule => ({
  ...input,
  tenant_id: tenantId,
  locations: JSON.stringify(input.locations),
  group_id: input.group,
  manufacturer_id: input.manufacturer,
  game_mix_id: input.game_mix,
  amount_minor: input.amount?.minor ?? null,
  currency: input.amount?.currency ?? null,
  clears_minor: input.clears_amount?.minor ?? null,
})

export function limitsOf(rule: Rule): Limits {
  const [limit, clears] = isOfMoney(rule)
    ? [rule.amount_minor, rule.clears_minor]
    : [rule.threshold, rule.clears_threshold]
  return {
    operator: rule.operator,
    limit: Number(limit ?? 0),
    clears: Number(clears ?? limit ?? 0),
    lastsMs: rule.lasts * MINUTE_MS,
  }
}

export const unitOfRule = (rule: Rule): (typeof alarmUnit.options)[number] =>
  rule.watched === 'silence' ? 'min' : isOfMoney(rule) ? 'minor' : 'times'

const locationsIn = (rule: Rule): string[] => JSON.parse(rule.locations) as string[]

/** An amount is compared with slots of its currency alone. */
export async function slotsOf(db: Db, rule: Rule, now: number): Promise<RawBuilder<boolean>> {
  const found = await slotsMatching(
    db,
    rule.tenant_id,
    {
      location: locationsIn(rule),
      group: rule.group_id,
      manufacturer: rule.manufacturer_id,
      game_mix: rule.game_mix_id,
    },
    now,
  )
  return isOfMoney(rule) ? sql<boolean>`(${found} and t.currency = ${rule.currency})` : found
}

/** The locations whose rows are read: all of the tenant's, since a rule's slots may be chosen by anything. */
const placesOf = (rule: Rule): RawBuilder<unknown> => {
  const ids = locationsIn(rule)
  return sql`select l.id from locations l where l.tenant_id = ${rule.tenant_id}
    ${ids.length > 0 ? sql`and l.id in (${sql.join(ids)})` : sql``}`
}

const whole = (value: number): RawBuilder<number> => sql<number>`cast(${value} as bigint)`

/** Of a row of hours, in minor units or counts; `h` is the table. */
export function measured(name: SumName): RawBuilder<number> {
  const { plus, minus } = metersOf(name)
  const priced = (meter: (typeof plus)[number]) =>
    countMeters.has(meter)
      ? sql`${sql.ref(`h.${meter}`)}`
      : sql`${sql.ref(`h.${meter}`)} * h.denomination_minor`
  const added = sql.join(plus.map(priced), sql` + `)
  return minus.length === 0
    ? sql<number>`${added}`
    : sql<number>`${added} - (${sql.join(minus.map(priced), sql` + `)})`
}

/** When the window begins that ends now: epoch milliseconds; of hours, a full one. */
export const windowStart = (rule: Rule, now: number): number =>
  rule.watched === 'measure'
    ? Math.floor(now / HOUR_MS) * HOUR_MS - Number(rule.window_hours ?? 0) * HOUR_MS
    : now - Number(rule.window_minutes ?? 0) * MINUTE_MS

/** What is joined to `t`, and the value of a slot; null: nothing is known of it. */
export function valueOf(rule: Rule, now: number): { join: RawBuilder<unknown>; value: RawBuilder<number> } {
  const from = whole(windowStart(rule, now))
  if (rule.watched === 'silence')
    return {
      join: sql``,
      value: sql<number>`(${whole(now)} - t.last_seen_at) / ${sql.lit(MINUTE_MS)}`,
    }
  if (rule.watched === 'event')
    return {
      join: sql`left join (select e.slot_id, count(*) as n from events e
        where e.location_id in (${placesOf(rule)}) and e.code = ${rule.code}
          and e.server_time > ${from} and e.server_time <= ${whole(now)}
        group by e.slot_id) v on v.slot_id = t.id`,
      value: counted(rule),
    }
  return {
    join: sql`left join short_ids n on n.id = t.id
      left join (select h.slot_nr, cast(sum(${measured(rule.measure ?? 'coin_in')}) as bigint) as n
        from counter_hours h where h.location_nr in ${numbersOf(placesOf(rule))}
          and h.hour_start >= ${from} and h.hour_start <= ${whole(now)} and h.game_nr = 0
          ${isOfMoney(rule) ? sql`and h.currency = ${rule.currency}` : sql``}
        group by h.slot_nr) v on v.slot_nr = n.nr`,
    value: counted(rule),
  }
}

/** Nobody knows whether a slot that never sent anything is installed: of none it is not said that it has too few. */
const counted = ({ operator }: Rule): RawBuilder<number> =>
  operator === 'at_most'
    ? sql<number>`case when t.last_seen_at is null then null else coalesce(v.n, 0) end`
    : sql<number>`coalesce(v.n, 0)`
