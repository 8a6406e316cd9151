/** Somebody sees to alarms: who and since when. What is acknowledged or has cleared already is left as it is. */
import { sql } from 'kysely'
import { recordChanges } from '../../platform/audit/audit.service'
import type { ActionResult, RowOf } from '../../platform/contract/contract'
import { groupBy } from '../../platform/contract/group-by'
import { whole } from '../../platform/db/narrowed'
import type { CommandContext } from '../../platform/http/commands'
import { confirm } from '../../workflow/notifications/notifications.service'
import type { alarmsContract } from './alarms.contract'

type Row = RowOf<typeof alarmsContract>

/** Ids in one statement. */
const MOST_AT_ONCE = 1_000

/** Where two people are at it at once, the second one is answered that it was acknowledged already. */
export async function acknowledgeAlarms(
  context: CommandContext,
  rows: Row[],
  { note }: { note: string | null },
): Promise<ActionResult[]> {
  const { db, actor, now } = context
  const done = new Set<string>()
  const isWaiting = (row: Row) => row.state === 'open' && row.acknowledged_at === null
  // Always in the same order, so that two who acknowledge the same ones do not wait for each other.
  for (const ids of inPieces(
    rows
      .filter(isWaiting)
      .map(row => row._id)
      .sort(),
  ))
    for (const { id } of await db
      .updateTable('alarms')
      .set(row => ({
        acknowledged_by: actor.name,
        acknowledged_at: now,
        acknowledged_note: note,
        updated_at: now,
        version: row('version', '+', 1),
      }))
      .where('id', 'in', ids)
      .where(sql<boolean>`state = 'open'`)
      .where('acknowledged_at', 'is', null)
      .returning('id')
      .execute())
      done.add(id)
  const acknowledged = rows.filter(row => done.has(row._id))
  await recordChanges(
    db,
    actor,
    acknowledged.map(({ _id, tenant, slot, rule }) => ({
      entity: 'alarm',
      id: _id,
      tenantId: tenant._id,
      action: 'acknowledge',
      before: { serial: slot.name, rule: rule.name },
      after: {
        serial: slot.name,
        rule: rule.name,
        acknowledged_by: actor.name,
        ...(note !== null && { acknowledged_note: note }),
      },
    })),
    now,
  )
  if (actor.kind === 'user') await confirmNews(context, acknowledged)
  const why = await whyNot(
    context,
    rows.filter(row => !done.has(row._id)),
  )
  return rows.map(({ _id: id }) =>
    done.has(id) ? { id, outcome: 'done' } : { id, outcome: 'skipped', reason: why(id) },
  )
}

function* inPieces<One>(all: readonly One[]): Iterable<One[]> {
  for (let from = 0; from < all.length; from += MOST_AT_ONCE) yield all.slice(from, from + MOST_AT_ONCE)
}

/** As they are now: one may have cleared, or somebody may have been first, since the rows were read. */
async function whyNot({ db }: CommandContext, rows: readonly Row[]): Promise<(id: string) => string> {
  const cleared = new Set<string>()
  for (const ids of inPieces(rows.map(row => row._id)))
    for (const { id } of await db
      .selectFrom('alarms')
      .select('id')
      .where('id', 'in', ids)
      .where('state', '=', 'cleared')
      .execute())
      cleared.add(id)
  return id => (cleared.has(id) ? 'cleared' : 'acknowledged')
}

/**
 * Notifications of which no alarm waits any more are confirmed, so that nobody gets them again by e-mail
 * (`notices.escalate`). Of a rule's steps, those about the slot itself.
 */
async function confirmNews({ db, actor, now }: CommandContext, rows: readonly Row[]): Promise<void> {
  const all = whole(db)
  for (const [rule, own] of groupBy(rows, row => row.rule._id))
    for (const some of inPieces(own)) {
      const about = new Set(some.flatMap(row => [row.slot._id, row.location._id, row.tenant._id]))
      const times = [...new Set(some.map(row => row.created_at))]
      const first = Math.min(...times)
      const { rows: over } = await sql<{ id: string }>`
        select n.id from notifications n where n.resource_id in (${sql.join([...about])})
          and n.template in ('rule_alarm', 'rule_alarm_many', 'rule_alarm_everywhere', 'rule_alarm_step')
          and n.at >= ${first} and n.resource_details like ${`%"alarm_rule_id":"${rule}"%`}
          and (n.template = 'rule_alarm_step' or n.first_at <= ${Math.max(...times)})
          and not exists (select 1 from alarms o where o.rule_id = ${rule} and o.state = 'open' and o.acknowledged_at is null
            and n.resource_id in (o.slot_id, o.location_id, o.tenant_id)
            and (n.template = 'rule_alarm_step' or o.created_at >= n.first_at and o.created_at <= n.at))`.execute(
        all,
      )
      if (over.length > 0)
        await confirm(
          db,
          actor,
          over.map(({ id }) => id),
          now,
        )
    }
}
