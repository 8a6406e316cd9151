/** The conditions for taking a SMIB from its slot: the location's own safeguard against a slot that plays unseen. */
import { sql } from 'kysely'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { unassignRule, type UnassignRule } from '../orders/control.contract'

export interface Rule {
  rule: UnassignRule
  version: number
}

/** Throws 404 out of scope. A slot that nobody ruled on allows it; its version is 0. */
export async function ruleOf(db: Db, actor: Pick<Actor, 'tenantId'>, slotId: string): Promise<Rule> {
  const { tenantId } = scopeOf(actor)
  const row = await db
    .selectFrom('slots as s')
    .leftJoin('slot_controls as k', 'k.slot_id', 's.id')
    .select(['k.unassign_rule', 'k.rule_version'])
    .where('s.id', '=', slotId)
    .$if(tenantId !== null, query => query.where('s.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found', { message: 'No such slot' })
  return { rule: unassignRule.safeParse(row.unassign_rule).data ?? 'allowed', version: row.rule_version ?? 0 }
}

interface Ruling {
  rule: UnassignRule
  version: number | undefined
  reason?: string | undefined
}

/**
 * Throws 409 `version_conflict` when somebody else has decided since (not checked without a version), 422 for a
 * change without a reason.
 */
export async function setRule(
  { db, actor, now }: { db: Db; actor: Actor; now: number },
  slotId: string,
  { rule, version: expected, reason }: Ruling,
): Promise<Rule> {
  const before = await ruleOf(db, actor, slotId)
  const version = expected ?? before.version
  const conflict = async () =>
    new Problem(409, 'version_conflict', {
      message: 'Someone else has saved a newer version',
      details: { current: await ruleOf(db, actor, slotId) },
    })
  if (version !== before.version) throw await conflict()
  if (rule === before.rule) return before
  if (reason === undefined) throw invalidField('reason', 'required')
  const slot = await db
    .selectFrom('slots')
    .select(['tenant_id', 'serial'])
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow()
  const saved = await db
    .insertInto('slot_controls')
    .values({
      slot_id: slotId,
      tenant_id: slot.tenant_id,
      unassign_rule: rule,
      rule_version: version + 1,
      aft_status: null,
      aft_asset_no: null,
      aft_pos_id: null,
      aft_at: null,
    })
    .onConflict(conflict =>
      conflict
        .column('slot_id')
        .doUpdateSet({ unassign_rule: rule, rule_version: version + 1 })
        .where('slot_controls.rule_version', '=', version),
    )
    .returning('rule_version')
    .executeTakeFirst()
  if (!saved) throw await conflict()
  await recordChange(
    db,
    actor,
    {
      entity: 'slot',
      id: slotId,
      tenantId: slot.tenant_id,
      action: 'unassign_rule',
      before: { serial: slot.serial, unassign_rule: before.rule },
      after: { serial: slot.serial, unassign_rule: rule, reason },
    },
    now,
  )
  return { rule, version: version + 1 }
}

/** Throws 409 `unassign_only_when_…` when the SMIB may not be taken from this slot as it stands. */
export async function requireUnassignable(db: Db, slotId: string): Promise<void> {
  const rule = (await holding(db, [slotId])).get(slotId)
  if (rule)
    throw new Problem(409, `unassign_${rule}`, {
      message: 'The rule of this slot does not allow its board to be taken now',
      details: { rule },
    })
}

/**
 * Those of the slots that hold their SMIB now, with the rule that says so. Unknown credits are credits; a lock that the
 * slot has not confirmed is none.
 */
export async function holding(db: Db, slotIds: readonly string[]): Promise<Map<string, UnassignRule>> {
  if (slotIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; unassign_rule: UnassignRule }>`select s.id, k.unassign_rule
    from ${rowsAsTable(
      db,
      { slot: 'text' },
      slotIds.map(slot => ({ slot })),
    )} join slots s on s.id = b.slot join slot_controls k on k.slot_id = s.id
    where (k.unassign_rule = 'only_when_locked' and s.lock_state <> 'locked') or (k.unassign_rule = 'only_when_no_credits' and (s.credits is null or s.credits <> 0))`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row.unassign_rule]))
}
