/** Changes one SMIB, on the condition that it is as it was read: of two people at once one gets a conflict. */
import { recordChange, recordChanges } from '../../platform/audit/audit.service'
import { newSmibPassword } from '../../identity/auth/smib-passwords.service'
import { orderCommand } from '../orders/orders.service'
import type { SmibCommandType } from '../orders/control.contract'
import { requireUnassignable } from '../control/unassign-rule.service'
import type { ActionResult, RowOf } from '../../platform/contract/contract'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import type { smibsContract } from './smibs.contract'

type Smib = RowOf<typeof smibsContract>
export interface Hand {
  db: Db
  actor: Actor
  now: number
}

export type Mode = 'test_mode' | 'log_mode'

/** `on` left out: the other way round. Skipped: `archived`, `already`. */
export async function setMode(
  { db, actor, now }: Hand,
  smibs: readonly Smib[],
  mode: Mode,
  on?: boolean,
): Promise<ActionResult[]> {
  const wanted = smibs.filter(smib => smib.archived_at === null && smib[mode] !== on)
  const done = new Set<string>()
  for (const value of [true, false]) {
    const ids = wanted.filter(smib => smib[mode] !== value).map(smib => smib._id)
    for (let start = 0; start < ids.length; start += 1_000) {
      const rows = await db
        .updateTable('smibs')
        .set(row => ({
          [mode]: value ? 1 : 0,
          [`${mode}_since`]: value ? now : null,
          updated_at: now,
          version: row('version', '+', 1),
        }))
        .where('id', 'in', ids.slice(start, start + 1_000))
        .where(mode, '=', value ? 0 : 1)
        .where('archived_at', 'is', null)
        .returning('id')
        .execute()
      for (const { id } of rows) done.add(id)
    }
  }
  await recordChanges(
    db,
    actor,
    smibs
      .filter(smib => done.has(smib._id))
      .map(smib => ({
        entity: 'smib',
        id: smib._id,
        tenantId: smib.tenant._id,
        action: mode === 'test_mode' ? 'toggle_test' : 'toggle_log',
        before: { mac: smib.mac, [mode]: smib[mode] },
        after: { mac: smib.mac, [mode]: !smib[mode] },
      })),
    now,
  )
  return smibs.map(smib =>
    done.has(smib._id)
      ? { id: smib._id, outcome: 'done' }
      : { id: smib._id, outcome: 'skipped', reason: smib.archived_at === null ? 'already' : 'archived' },
  )
}

/** Takes the SMIB from its slot. It keeps what it has sent, and stays in its location. */
export async function unassign({ db, actor, now }: Hand, smib: Smib, reason: string): Promise<void> {
  const { slot } = smib
  if (!slot) throw new Problem(409, 'not_assigned', { message: 'The board serves no machine' })
  await requireUnassignable(db, slot._id)
  await release(db, smib, now)
  await recordChanges(
    db,
    actor,
    [
      {
        entity: 'smib',
        id: smib._id,
        tenantId: smib.tenant._id,
        action: 'unassign',
        before: { mac: smib.mac, slot: slot.name },
        after: { mac: smib.mac, slot: null, reason },
      },
      {
        entity: 'slot',
        id: slot._id,
        tenantId: smib.tenant._id,
        action: 'unassign_smib',
        before: { serial: slot.name, smib: smib.mac },
        after: { serial: slot.name, smib: null, reason },
      },
    ],
    now,
  )
}

async function release(db: Db, smib: Smib, now: number): Promise<void> {
  const freed = await db
    .updateTable('smibs')
    .set(row => ({ slot_id: null, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', smib._id)
    .where('slot_id', '=', smib.slot?._id ?? '')
    .returning('id')
    .executeTakeFirst()
  if (!freed) throw new Problem(409, 'changed_meanwhile', { message: 'Someone else has changed this board' })
}

/** `next` takes over slot and location; `old` is unassigned and keeps its history. */
export async function replaceSmib(
  { db, actor, now }: Hand,
  old: Smib,
  next: Smib | undefined,
  reason: string,
): Promise<void> {
  const refuse = (code: string) => invalidField('to', code)
  const { slot } = old
  if (!next) throw refuse('unknown')
  if (next._id === old._id) throw refuse('same_board')
  if (!slot) throw new Problem(409, 'not_assigned', { message: 'The board serves no machine' })
  if (next.tenant._id !== old.tenant._id) throw refuse('other_tenant')
  if (next.archived_at !== null) throw refuse('archived')
  if (next.slot) throw refuse('already_linked')
  await requireUnassignable(db, slot._id)
  await release(db, old, now)
  const taken = await db
    .updateTable('smibs')
    .set(row => ({
      slot_id: slot._id,
      location_id: old.location._id,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', next._id)
    .where('slot_id', 'is', null)
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw refuse('already_linked')
  const tenantId = old.tenant._id
  await recordChanges(
    db,
    actor,
    [
      {
        entity: 'smib',
        id: old._id,
        tenantId,
        action: 'replace',
        before: { mac: old.mac, slot: slot.name },
        after: { mac: old.mac, slot: null, replaced_by: next.mac, reason },
      },
      {
        entity: 'smib',
        id: next._id,
        tenantId,
        action: 'replace',
        before: { mac: next.mac, slot: null, location: next.location.name },
        after: { mac: next.mac, slot: slot.name, location: old.location.name, replaces: old.mac, reason },
      },
      {
        entity: 'slot',
        id: slot._id,
        tenantId,
        action: 'replace_smib',
        before: { serial: slot.name, smib: old.mac },
        after: { serial: slot.name, smib: next.mac, reason },
      },
    ],
    now,
  )
}

/** The SMIB gets it with its next request; restarting twice at once is one restart. */
export async function sendCommand(
  { db, actor, now }: Hand,
  smib: Smib,
  type: SmibCommandType,
  mode: 1 | 2 | undefined,
): Promise<{ command_id: string }> {
  requireLive(smib)
  const missing = type === 'resend' ? await missingOf(db, smib._id) : undefined
  const id = await orderCommand(
    db,
    actor,
    {
      ...placeOf(smib),
      kind: 'smib_command',
      lane: type,
      input: { type, ...(mode && { mode }), ...(missing && { missing }) },
      reason: null,
    },
    now,
  )
  await recordChange(
    db,
    actor,
    {
      entity: 'smib',
      id: smib._id,
      tenantId: smib.tenant._id,
      action: 'send_command',
      before: null,
      after: { mac: smib.mac, type, ...(mode && { mode }) },
    },
    now,
  )
  return { command_id: id }
}

/** A SMIB that lost more ranges than these gets a request for the newest, and another once they have arrived. */
const MOST_RANGES = 50

/** Numbers missing in the SMIB's present numbering: those of an earlier one mean other messages by now. */
async function missingOf(db: Db, smibId: string): Promise<{ from: number; to: number }[]> {
  const rows = await db
    .selectFrom('sequence_breaks as k')
    .innerJoin('smib_feeds as f', join =>
      join.onRef('f.smib_id', '=', 'k.smib_id').onRef('f.run', '=', 'k.run'),
    )
    .select(['k.from_seq', 'k.to_seq'])
    .where('k.smib_id', '=', smibId)
    .where('k.kind', '=', 'gap')
    .where('k.closed_at', 'is', null)
    .orderBy('k.to_seq', 'desc')
    .limit(MOST_RANGES)
    .execute()
  return rows.map(row => ({ from: row.from_seq + 1, to: row.to_seq - 1 }))
}

/**
 * Makes a new random password. Only this answer shows it: the SMIB receives its hash, and nothing else is stored.
 * `expected` is when the page saw it changed last: of two requests at once, only one makes a password.
 */
export async function refreshPassword(
  deps: Deps,
  { actor, now }: Omit<Hand, 'db'>,
  smib: Smib,
  { expected, reason }: { expected: number | null; reason: string },
): Promise<{ password: string; changed_at: number }> {
  requireLive(smib)
  const { password, hash } = await newSmibPassword()
  await deps.db.transaction().execute(async db => {
    const set = await db
      .updateTable('smibs')
      .set(row => ({
        password_hash: hash,
        password_set_at: now,
        updated_at: now,
        version: row('version', '+', 1),
      }))
      .where('id', '=', smib._id)
      .where('archived_at', 'is', null)
      .where('password_set_at', expected === null ? 'is' : '=', expected)
      .returning('id')
      .executeTakeFirst()
    if (!set)
      throw new Problem(409, 'password_changed', { message: 'The password was changed in the meantime' })
    // The SMIB receives the present hash, so an older order is obsolete.
    await db
      .updateTable('machine_commands')
      .set({ state: 'cancelled', open_target: null, answer_code: 'superseded' })
      .where('open_target', '=', smib._id)
      .where('lane', '=', 'refresh_password')
      .execute()
    await orderCommand(db, actor, { ...placeOf(smib), kind: 'refresh_password', reason }, now)
    await recordChange(
      db,
      actor,
      {
        entity: 'smib',
        id: smib._id,
        tenantId: smib.tenant._id,
        action: 'refresh_password',
        before: null,
        after: { mac: smib.mac, reason },
      },
      now,
    )
  })
  return { password, changed_at: now }
}

const placeOf = (smib: Smib) => ({
  tenantId: smib.tenant._id,
  locationId: smib.location._id,
  slotId: smib.slot?._id ?? null,
  smibId: smib._id,
})

function requireLive(smib: Smib): void {
  if (smib.archived_at !== null) throw new Problem(409, 'archived', { message: 'The board is archived' })
}
