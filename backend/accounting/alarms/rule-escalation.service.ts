/** What a rule's page says of its steps: whom each reaches now, and whom it names in vain. */
import { sql } from 'kysely'
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { idsIn } from '../../workflow/news/chosen-locations.service'
import type { AlarmStepsTable } from './alarm-steps.table'
import { MOST_NAMED, type RuleEscalation, type WhyNot } from './escalation.contract'
import { slotsOf, type StoredRule } from './rule-values.queries'
import {
  channelsOf,
  MOST_PEOPLE,
  onCallOf,
  peopleOf,
  readsSlots,
  type Person,
} from './step-recipients.service'

/** Throws 404 for a rule that is not there or not in scope. `db` is narrowed by nobody's rules. */
export async function escalationOf(
  db: Db,
  { tenantId }: Scope,
  ruleId: string,
  now: number,
): Promise<RuleEscalation> {
  const rule = (await db
    .selectFrom('alarm_rules')
    .selectAll()
    .where('id', '=', ruleId)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()) as StoredRule | undefined
  if (!rule) throw new Problem(404, 'not_found')
  const steps = await db
    .selectFrom('alarm_steps')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .orderBy('minutes')
    .execute()
  const slots = await slotsOf(db, rule, now)
  const countIn = async (seen: Db) =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from slots t where ${slots}`.execute(seen)).rows[0]?.n ??
        0,
    )
  const all = await countIn(db)
  // Somebody may stand in each of the steps.
  const known = new Map<string, WhyNot | null>()
  const whyNot = async ({ id }: Person): Promise<WhyNot | null> => {
    const before = known.get(id)
    if (before !== undefined) return before
    const theirs = await asSeenBy(db, id)
    const seen = theirs === db ? all : await countIn(theirs)
    const why = !(await readsSlots(db, id)) ? 'no_right' : seen === all ? null : seen === 0 ? 'none' : 'some'
    known.set(id, why)
    return why
  }
  const found: RuleEscalation['steps'] = []
  for (const step of steps) found.push(await stepOf(db, step, whyNot, now))
  return { steps: found }
}

async function stepOf(
  db: Db,
  step: AlarmStepsTable,
  whyNot: (person: Person) => Promise<WhyNot | null>,
  now: number,
): Promise<RuleEscalation['steps'][number]> {
  const people = await peopleOf(db, step)
  const inTurn = await onCallOf(db, step, now)
  const reached = new Set<string>()
  const leftOut = new Map<string, WhyNot>()
  for (const [nr, person] of people.entries()) {
    const why = nr < MOST_PEOPLE ? await whyNot(person) : 'too_many'
    if (why === null || why === 'some') reached.add(person.id)
    if (why !== null) leftOut.set(person.username, why)
  }
  let onCall: string | null = null
  for (const person of inTurn) {
    const why = await whyNot(person)
    if (why !== null) leftOut.set(person.username, why)
    if (onCall !== null || (why !== null && why !== 'some')) continue
    onCall = person.username
    reached.add(person.id)
  }
  for (const name of await namedButOff(db, step)) leftOut.set(name, 'off')
  return {
    _id: step.id,
    minutes: Number(step.minutes),
    people: reached.size,
    channels: (await channelsOf(db, step)).length,
    on_call: onCall,
    left_out: [...leftOut].slice(0, MOST_NAMED).map(([name, why]) => ({ name, why })),
    more: Math.max(0, leftOut.size - MOST_NAMED),
  }
}

/** By themselves or in the order: members of groups and holders of roles come and go. */
async function namedButOff(db: Db, step: AlarmStepsTable): Promise<string[]> {
  const order =
    step.order_id === null
      ? undefined
      : await db
          .selectFrom('on_call_orders')
          .select('people')
          .where('id', '=', step.order_id)
          .executeTakeFirst()
  const ids = [...idsIn(step.user_ids), ...(order ? idsIn(order.people) : [])]
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('username')
    .where('id', 'in', ids)
    .where('tenant_id', '=', step.tenant_id)
    .where(eb => eb.or([eb('enabled', '=', 0), eb('archived_at', 'is not', null)]))
    .orderBy('username')
    .execute()
  return rows.map(({ username }) => username)
}
