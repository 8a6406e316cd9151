/** Reading what a SMIB's control page shows. */
import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import type { LockState } from '../orders/control.contract'
import { commandsOfSmib } from '../control/commands.service'
import { ruleOf } from '../control/unassign-rule.service'
import type { RowOf } from '../../platform/contract/contract'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { Actor } from '../../platform/request/actor'
import {
  CLOCK_DRIFT_MS,
  LONG_TEST_MS,
  type SmibControlAnswer,
  type SmibWarning,
} from './smib-control.contract'
import type { smibsContract } from './smibs.contract'

type Smib = RowOf<typeof smibsContract>
type LastMessage = SmibControlAnswer['last_message']

/** `smib`: read in scope already. */
export async function smibControl(db: Db, actor: Actor, smib: Smib, now: number): Promise<SmibControlAnswer> {
  const [stored, last_message, slot, gaps, most, commands] = await Promise.all([
    db
      .selectFrom('smibs')
      .select(['test_mode_since', 'log_mode_since', 'password_set_at'])
      .where('id', '=', smib._id)
      .executeTakeFirstOrThrow(),
    lastMessage(db, smib._id),
    slotOf(db, actor, smib),
    gapsOf(db, smib._id, now - DAY_MS),
    mostFirmware(db, smib.location._id),
    commandsOfSmib(db, actor, smib._id),
  ])
  const known = {
    ...smib,
    test_mode_since: stored.test_mode_since,
    log_mode_since: stored.log_mode_since,
    password_changed_at: stored.password_set_at,
  }
  return {
    smib: known,
    last_message,
    slot,
    warnings: warningsFor(known, { last_message, gaps, most, now }),
    commands,
    as_of: now,
  }
}

async function lastMessage(db: Db, smibId: string): Promise<LastMessage> {
  const row = await db
    .selectFrom('messages')
    .select([
      'message_seq_nr',
      'kind',
      'server_time',
      'own_time',
      'received_at',
      'event_count',
      'counter_count',
    ])
    .where('smib_nr', '=', numberOf(smibId))
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? {
        seq: row.message_seq_nr,
        kind: row.kind,
        server_time: row.own_time ?? row.server_time,
        received_at: row.received_at,
        events: row.event_count,
        counters: row.counter_count,
      }
    : null
}

async function slotOf(db: Db, actor: Actor, smib: Smib): Promise<SmibControlAnswer['slot']> {
  if (!smib.slot) return null
  const [row, { rule }] = await Promise.all([
    db
      .selectFrom('slots')
      .select(['status', 'lock_state', 'credits', 'protocol'])
      .where('id', '=', smib.slot._id)
      .executeTakeFirstOrThrow(),
    ruleOf(db, actor, smib.slot._id),
  ])
  return {
    status: row.status as NonNullable<SmibControlAnswer['slot']>['status'],
    lock_state: row.lock_state as LockState,
    credits: row.credits,
    protocol: row.protocol,
    unassign_rule: rule,
  }
}

interface Gaps {
  gaps: number
  messages: number
}

async function gapsOf(db: Db, smibId: string, from: number): Promise<Gaps> {
  const { rows } = await sql<{
    gaps: number
    messages: number | null
  }>`select count(*) as gaps, sum(to_seq - from_seq - 1) as messages from sequence_breaks
    where smib_id = ${smibId} and kind = 'gap' and closed_at is null and at >= ${from}`.execute(db)
  return { gaps: Number(rows[0]?.gaps ?? 0), messages: Number(rows[0]?.messages ?? 0) }
}

/** The firmware that more of a hall's SMIBs have than any other; null when no one has most. */
async function mostFirmware(db: Db, locationId: string): Promise<string | null> {
  const { rows } = await sql<{
    firmware: string
    boards: number
  }>`select firmware, count(*) as boards from smibs
    where location_id = ${locationId} and archived_at is null and firmware is not null group by firmware order by count(*) desc, firmware limit 2`.execute(
    db,
  )
  const [first, second] = rows
  return first && Number(first.boards) > Number(second?.boards ?? 0) ? first.firmware : null
}

interface Known {
  last_message: LastMessage
  gaps: Gaps
  most: string | null
  now: number
}

function warningsFor(
  smib: SmibControlAnswer['smib'],
  { last_message, gaps, most, now }: Known,
): SmibWarning[] {
  const warnings: SmibWarning[] = []
  if (smib.state === 'never') warnings.push({ code: 'never_heard' })
  else if (smib.state !== 'online' && smib.last_seen_at !== null)
    warnings.push({ code: smib.state, since: smib.last_seen_at })
  if (!smib.slot) warnings.push({ code: 'without_slot' })
  // Messages that waited while the host was away are late, not wrong: only live ones show the clock.
  const drift = last_message === null ? 0 : last_message.server_time - last_message.received_at
  if (drift > CLOCK_DRIFT_MS || (last_message?.kind === 'heartbeat' && drift < -CLOCK_DRIFT_MS))
    warnings.push({ code: 'clock_drift', ms: drift })
  if (gaps.gaps > 0) warnings.push({ code: 'gaps', ...gaps })
  const since = smib.test_mode ? (smib.test_mode_since ?? smib.created_at) : null
  if (since !== null && now - since > LONG_TEST_MS) warnings.push({ code: 'test_mode', since })
  if (smib.firmware !== null && most !== null && smib.firmware !== most)
    warnings.push({ code: 'firmware', own: smib.firmware, most })
  return warnings
}
