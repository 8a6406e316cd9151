/** Rules of a tenant's own: what is watched of its slots, against which limit, and what is said when it is passed. */
import { z } from 'zod'
import { across, type Faults } from '../../platform/contract/across'
import { defineContract } from '../../platform/contract/contract'
import {
  id,
  line,
  money,
  optionalLine,
  optionalSentence,
  recordRow,
  reference,
} from '../../platform/contract/primitives'
import { figureSums, unitOf } from '../../telemetry/readings/measures.contract'
import { textProblem } from '../../workflow/news/placeholders.contract'

/** silence: since the slot's last message. event: how often a code came. measure: a sum of booked hours. */
export const watchedKind = z.enum(['silence', 'event', 'measure'])
export const ruleOperator = z.enum(['at_least', 'at_most'])
export const ruleSeverity = z.enum(['info', 'warning', 'alarm'])
export const ruleMeasure = z.enum(figureSums)

/** Of the tenant's that are not archived: each is a statement a minute. */
export const MOST_RULES = 100
export const MOST_LOCATIONS = 50
/** Single events are counted over so many minutes at most; sums, which are stored by the hour, over so many hours. */
const MOST_MINUTES = 24 * 60
const MOST_HOURS = 7 * 24
const MOST_LASTING = 24 * 60
const MOST_COUNT = 1_000_000_000
/** Minor units. */
const MOST_MINOR = 10_000_000_000_000

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)
const count = (min: number, max: number) => orNull(z.number().int().min(min).max(max))
const amount = orNull(money.refine(({ minor }) => Math.abs(minor) <= MOST_MINOR, 'amount'))
const timeOfDay = orNull(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time_of_day'))

/** What a rule's own text may name: `value` with its unit. */
const placeholders: readonly string[] = ['rule', 'serial', 'location', 'value']

const conditionShape = {
  watched: watchedKind.default('silence'),
  /** Of events. */
  code: optionalLine(20),
  measure: orNull(ruleMeasure),
  operator: ruleOperator.default('at_least'),
  /** Minutes of silence, number of events or what a measure counts; measures of money have an `amount`. */
  threshold: count(0, MOST_COUNT),
  amount,
  /** Of events. */
  window_minutes: count(1, MOST_MINUTES),
  /** Of measures: so many full hours, and the running one. */
  window_hours: count(1, MOST_HOURS),
  /** Minutes for which it must hold before it fires. */
  lasts: z.number().int().min(0).max(MOST_LASTING).default(0),
  /** It clears only beyond these, on the other side of the limit. */
  clears_threshold: count(0, MOST_COUNT),
  clears_amount: amount,
}

const fields = z.object({
  name: line(3, 60),
  tenant: orNull(id),
  ...conditionShape,
  severity: ruleSeverity.default('warning'),
  enabled: z.boolean().default(true),
  /** At the location's own time; both or neither. */
  quiet_from: timeOfDay,
  quiet_to: timeOfDay,
  /** None: each of the tenant's. */
  locations: z
    .array(id)
    .max(MOST_LOCATIONS)
    .default([])
    .transform(ids => [...new Set(ids)]),
  group: orNull(id),
  manufacturer: orNull(id),
  game_mix: orNull(id),
  text_en: optionalSentence(3, 200),
  text_ro: optionalSentence(3, 200),
  text_pt: optionalSentence(3, 200),
})
export type AlarmRuleInput = z.output<typeof fields>

/** Whether a rule's limit is an amount; counts and minutes otherwise. */
export const isOfMoney = ({ watched, measure }: Pick<AlarmRuleInput, 'watched' | 'measure'>): boolean =>
  watched === 'measure' && measure !== null && unitOf(measure) === 'money'

function faultsOf(fine: Partial<AlarmRuleInput>): Faults {
  const { watched, operator, quiet_from, quiet_to } = fine
  const required = [{ code: 'required' }]
  const faults: Faults = {}
  const demand = (name: keyof AlarmRuleInput) => {
    if (fine[name] === null) faults[name] = required
  }
  if (watched === 'silence' && operator === 'at_most') faults.operator = [{ code: 'invalid' }]
  if (watched === 'event') for (const name of ['code', 'window_minutes'] as const) demand(name)
  if (watched === 'measure') for (const name of ['measure', 'window_hours'] as const) demand(name)
  Object.assign(faults, limitFaults(fine))
  if ((quiet_from === null) !== (quiet_to === null) && quiet_from !== undefined && quiet_to !== undefined)
    faults[quiet_from === null ? 'quiet_from' : 'quiet_to'] = required
  else if (typeof quiet_from === 'string' && quiet_from === quiet_to)
    faults.quiet_to = [{ code: 'not_after_start' }]
  for (const name of ['text_en', 'text_ro', 'text_pt'] as const) {
    const problem = textProblem(fine[name] ?? '', placeholders)
    if (problem) faults[name] = [problem]
  }
  return faults
}

function limitFaults(fine: Partial<AlarmRuleInput>): Faults {
  const { watched, measure, operator } = fine
  if (watched === undefined || measure === undefined) return {}
  const isMoney = isOfMoney({ watched, measure })
  const [name, clears] = isMoney
    ? (['amount', 'clears_amount'] as const)
    : (['threshold', 'clears_threshold'] as const)
  const [limit, clear] = [fine[name], fine[clears]]
  if (limit === undefined) return {}
  if (limit === null) return { [name]: [{ code: 'required' }] }
  const [from, to] = [minorOf(limit), clear == null ? null : minorOf(clear)]
  // Each slot has at least none.
  if (!isMoney && operator === 'at_least' && from < 1)
    return { [name]: [{ code: 'too_small', params: { min: 1 } }] }
  if (to !== null && (operator === 'at_most' ? to < from : to > from))
    return { [clears]: [{ code: 'clears_beyond' }] }
  if (typeof limit === 'object' && clear !== null && typeof clear === 'object')
    if (clear.currency !== limit.currency) return { [clears]: [{ code: 'one_currency' }] }
  return {}
}

const minorOf = (limit: number | z.output<typeof money>) => (typeof limit === 'number' ? limit : limit.minor)

export const writesAlarmRules = 'alarm_rule::update'

export const alarmRulesContract = defineContract({
  family: 'alarms',
  one: 'alarm-rule',
  many: 'alarm-rules',
  row: z.object({
    ...recordRow,
    name: z.string(),
    tenant: reference,
    watched: watchedKind,
    code: z.string().nullable(),
    measure: ruleMeasure.nullable(),
    operator: ruleOperator,
    threshold: z.number().int().nullable(),
    amount: money.nullable(),
    window_minutes: z.number().int().nullable(),
    window_hours: z.number().int().nullable(),
    lasts: z.number().int(),
    clears_threshold: z.number().int().nullable(),
    clears_amount: money.nullable(),
    severity: ruleSeverity,
    enabled: z.boolean(),
    quiet_from: z.string().nullable(),
    quiet_to: z.string().nullable(),
    /** Those that the reader may see. */
    locations: z.array(reference),
    /** All that it names, those that the reader may not see among them; 0: it is about each of the tenant's. */
    location_count: z.number().int(),
    group: reference.nullable(),
    manufacturer: reference.nullable(),
    game_mix: reference.nullable(),
    text_en: z.string().nullable(),
    text_ro: z.string().nullable(),
    text_pt: z.string().nullable(),
    /** Alarms that are open now, of slots that the reader may see. */
    open_alarms: z.number().int(),
  }),
  input: across(fields, faultsOf),
  filters: z.object({
    tenant: id,
    location: id,
    group: id,
    manufacturer: id,
    game_mix: id,
    watched: watchedKind,
    severity: ruleSeverity,
    enabled: z.boolean(),
    archived: z.boolean(),
  }),
  sort: ['name', 'watched', 'severity', 'created_at', 'updated_at'],
  order: { by: 'name', direction: 'ASC' },
  permissions: {
    list: 'alarm_rule::list',
    read: 'alarm_rule::list',
    create: 'alarm_rule::update',
    update: 'alarm_rule::update',
    archive: 'alarm_rule::update',
    unarchive: 'alarm_rule::update',
  },
  access: {
    'alarm_rule::list': { kind: 'read', readBy: 'both', narrowed: false },
    'alarm_rule::update': { kind: 'managing', narrowed: false, needsWhole: true },
  },
  actions: {},
})
