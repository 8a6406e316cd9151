/**
 * A location's zone and day start hold from a gaming date on: days that have begun keep the clock that they began by.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { problem, type Draft, type Problems } from '../../platform/store/rules'
import { dateAfter, gamingDayBoundsIn, gamingDayIn, type DayRule } from './gaming-day.service'

/** Shorter or longer than this no day may become where two rules meet (figures of the accounting core, section 1). */
const [SHORTEST_MS, LONGEST_MS] = [HOUR_MS, 47 * HOUR_MS]

interface RuleInput {
  time_zone: string
  gaming_day_start: string
  rules_from: string | null
}

/** Judges changes of each draft's zone and day start; empty where neither changes. */
export async function dayRulesOf<Input extends RuleInput>(
  db: Db,
  drafts: readonly Draft<Input>[],
): Promise<(draft: Draft<Input>) => { columns: Stored; problems: Problems }> {
  const changed = drafts.filter(draft => draft.before && isChanged(draft))
  const stored = await rulesOf(
    db,
    changed.map(({ id }) => id),
  )
  return draft =>
    changed.includes(draft)
      ? judged(draft, stored.get(draft.id) ?? [])
      : {
          columns: {},
          problems: draft.before && isAlone(draft) ? problem('rules_from', 'date_alone') : {},
        }
}

/**
 * Zone and day start that an undone import restores hold from the next gaming day, too, however long the day before
 * becomes.
 */
export async function dayRulesBack<Input extends RuleInput>(
  db: Db,
  drafts: readonly Draft<Input>[],
): Promise<Stored[]> {
  const given = drafts.map((draft): Draft<RuleInput> => ({
    ...draft,
    input: { ...draft.input, rules_from: null },
  }))
  const rules = await dayRulesOf(db, given)
  return given.map(draft => rules(draft).columns)
}

const isChanged = <Input extends RuleInput>({ input, before }: Draft<Input>): boolean =>
  (input.time_zone !== undefined && input.time_zone !== before?.time_zone) ||
  (input.gaming_day_start !== undefined && input.gaming_day_start !== before?.gaming_day_start)

/** A date that says of nothing from when it holds. */
const isAlone = <Input extends RuleInput>({ input, before }: Draft<Input>): boolean =>
  Boolean(input.rules_from) && input.rules_from !== before?.rules_from

function judged<Input extends RuleInput>(
  { input, before, now }: Draft<Input>,
  rules: readonly DayRule[],
): { columns: Stored; problems: Problems } {
  const known = String(before?.rules_from)
  const today = gamingDayIn(rules, now)
  // A form shows the date of the last change: left as it is, it says nothing of this one.
  const requestedFrom = input.rules_from === known ? null : (input.rules_from ?? null)
  // A rule that is not in force yet is changed before it is.
  const from = requestedFrom ?? (known > today ? known : dateAfter(today, 1))
  if (from <= today) return { columns: {}, problems: problem('rules_from', 'date_past') }
  if (from < known) return { columns: {}, problems: problem('rules_from', 'date_scheduled') }
  const rule = {
    from,
    timeZone: String(input.time_zone ?? before?.time_zone),
    dayStart: String(input.gaming_day_start ?? before?.gaming_day_start),
  }
  const after = [...rules.filter(one => one.from < from), rule]
  const last = gamingDayBoundsIn(after, dateAfter(from, -1))
  const length = last.to - last.from
  const isRight = length >= SHORTEST_MS && length <= LONGEST_MS
  return {
    columns: { rules_from: from },
    problems: isRight ? {} : problem('gaming_day_start', 'day_length'),
  }
}

async function rulesOf(db: Db, ids: readonly string[]): Promise<Map<string, DayRule[]>> {
  const found = new Map<string, DayRule[]>()
  if (ids.length === 0) return found
  const { rows } = await sql<{ id: string; from_date: string; time_zone: string; gaming_day_start: string }>`
    select b.id, r.from_date, r.time_zone, r.gaming_day_start from ${rowsAsTable(
      db,
      { id: 'text' },
      ids.map(id => ({ id })),
    )} join location_rules r on r.location_id = b.id order by r.from_date`.execute(db)
  for (const row of rows) {
    const rule = { from: row.from_date, timeZone: row.time_zone, dayStart: row.gaming_day_start }
    found.set(row.id, [...(found.get(row.id) ?? []), rule])
  }
  return found
}
