/** An edit of one game's reading in a message: it is replaced by other values, or left out. */
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { storedPlace } from '../../telemetry/judgement/counter-readings'
import {
  correctedMoment,
  judgeCorrected,
  judgeUncorrected,
} from '../../telemetry/rebooking/edited-readings.service'
import { mainNames } from '../../telemetry/readings/meters.contract'
import type { Bucket, Wanted } from './edited-part'
import type { PartValues } from './message-edits.contract'
import type { Message } from './message.queries'

interface RevertState {
  nano: number
  seq: number
  smib: string
  stands: boolean
}

export const editedCounters: Bucket<Extract<Wanted, { bucket: 'counters' }>> = {
  async part(db, _scope, message, { item, value }) {
    const game = Number(item)
    const row = await readingOf(db, message, game)
    if (!row) throw new Problem(404, 'not_found')
    const stored = { at: message.at, nano: message.nano, seq: message.seq, smib: message.smib._id }
    const omitted = await db
      .selectFrom('omitted_readings')
      .select('edit_id')
      .where('slot_id', '=', row.slot_id)
      .where('game_nr', '=', game)
      .where('at', '=', stored.at)
      .where('nano', '=', stored.nano)
      .where('seq', '=', stored.seq)
      .where('smib_id', '=', stored.smib)
      .executeTakeFirst()
    if (omitted) throw new Problem(409, 'message_ignored')
    const before: PartValues = Object.fromEntries(
      mainNames.flatMap(name => (row[name] === null ? [] : [[name, row[name]]])),
    )
    const after: PartValues = value === undefined ? {} : { ...before, ...value }
    if (value !== undefined) {
      if (Object.keys(after).every(name => after[name] === before[name]))
        throw invalidField('values', 'unchanged')
      await demandFree(db, row.slot_id, game, stored)
    }
    const place = storedPlace(row)
    const revertState: RevertState = {
      nano: stored.nano,
      seq: stored.seq,
      smib: stored.smib,
      stands: value !== undefined,
    }
    const values =
      value === undefined ? null : mainNames.map(name => (after[name] as number | undefined) ?? null)
    return {
      bucket: 'counters',
      does: value === undefined ? 'leave_out' : 'correct',
      item,
      slotId: row.slot_id,
      locationId: row.location_id,
      at: stored.at,
      nano: stored.nano,
      run: row.run,
      day: row.gaming_day,
      before,
      after,
      revertState,
      async book(writer, write) {
        const { changes, held } = await judgeCorrected(
          writer,
          { game, stored, place, more: row.more, values },
          write,
        )
        return { changes, doubtful: held === 'open' }
      },
    }
  },

  async revert(db, edit, write) {
    const { stands, ...moment } = JSON.parse(edit.kept) as RevertState
    const changes = await judgeUncorrected(
      db,
      { slotId: edit.slot_id, game: Number(edit.item), stored: { ...moment, at: edit.at }, stands },
      write,
    )
    if (write) await db.deleteFrom('omitted_readings').where('edit_id', '=', edit.id).execute()
    return changes
  },
}

const readingOf = (db: Db, { at, nano, seq, smib, run, slot }: Message, game: number) =>
  db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_nr', '=', numberOf(slot._id))
    .where('server_time', '=', at)
    .where('server_nano', '=', nano)
    .where('message_seq_nr', '=', seq)
    .where('smib_id', '=', smib._id)
    .where('run', '=', run)
    .where('game_nr', '=', game)
    .where(({ or, eb }) => or([eb('held', 'is', null), eb('held', 'not in', ['not_placed', 'too_late'])]))
    .executeTakeFirst()

/**
 * One moment has one reading by hand. Throws 409 where somebody has entered one, or corrected another message of that
 * moment.
 */
async function demandFree(
  db: Db,
  slotId: string,
  game: number,
  stored: { at: number; nano: number },
): Promise<void> {
  const { at, nano, seq, smib } = correctedMoment(stored)
  const taken = await db
    .selectFrom('counter_readings')
    .select('server_time')
    .where('slot_nr', '=', numberOf(slotId))
    .where('server_time', '=', at)
    .where('server_nano', '=', nano)
    .where('message_seq_nr', '=', seq)
    .where('game_nr', '=', game)
    .where('smib_id', '=', smib)
    .executeTakeFirst()
  if (taken) throw new Problem(409, 'reading_entered')
}
