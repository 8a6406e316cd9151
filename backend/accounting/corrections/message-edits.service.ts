/** A part of a message is corrected or left out, by its bucket (`edited-part.ts`); reverting restores it. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { demandOpenDays } from '../period-lock/open-days.service'
import type { RequestedKind } from './correction-kind'
import { editedCounters } from './edited-counters'
import { editedEvents } from './edited-events'
import type { Bucket, Wanted } from './edited-part'
import { editedSlotData } from './edited-slot-data'
import type { PartValues } from './message-edits.contract'
import { findMessage, type Key, type Message } from './message.queries'

export type { Wanted }

/** What is wanted of which message. */
export interface WantedEdit {
  message: Key
  wanted: Wanted
}

const buckets = {
  events: editedEvents as Bucket,
  counters: editedCounters as Bucket,
  slotdata: editedSlotData as Bucket,
} satisfies Record<Wanted['bucket'], Bucket>

export const messageEdits: RequestedKind<'message_edits', WantedEdit> = {
  table: 'message_edits',
  demandDays: demandOpenDays,
  slotOf: async ({ db, scope }, { message }) => (await findMessage(db, scope, message)).slot._id,

  async draft({ db, scope, now }, { message: key, wanted }) {
    const message = await findMessage(db, scope, key)
    await demandUnedited(db, message, wanted)
    const part = await buckets[wanted.bucket].part(db, scope, message, wanted, now)
    const { tenantId, seq, smib } = message
    const { currency, ...slot } = message.slot
    const { time_zone, ...location } = message.location
    const { bucket, does, item, slotId, locationId, at, nano, run, day, before, after } = part
    return {
      tenantId,
      locationId,
      slotId,
      currency,
      day,
      found: { locationId: location._id, slotId: slot._id },
      shown: { slot, location, time_zone, at, gaming_day: day, before, after },
      columns: {
        ...{ smib_id: smib._id, bucket, does, run, message_seq_nr: seq, message_at: message.at },
        ...{ at, nano, item, gaming_day: day },
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        kept: JSON.stringify(part.revertState),
      },
      action: does,
      before: { values: before },
      after: { serial: slot.name, message: seq, at, bucket, item, values: after },
      requested: { wanted, shown: { before, after } },
      book: (writer, write) => part.book(writer, write),
      ...(bucket === 'counters' && {
        stored: (writer: Db, edit_id: string) =>
          writer
            .insertInto('omitted_readings')
            .values({
              slot_id: slotId,
              game_nr: Number(item),
              at,
              nano,
              seq,
              smib_id: smib._id,
              tenant_id: tenantId,
              edit_id,
            })
            .execute(),
      }),
    }
  },

  revert: async (db, edit, write, now) => ({
    changes: await buckets[edit.bucket].revert(db, edit, write, now),
    day: edit.gaming_day,
  }),

  describe: edit => ({ before: { values: valuesOf(edit.after) }, after: { values: valuesOf(edit.before) } }),
  messageOf: ({ message: { smib, at, message_seq_nr } }) => ({ smib, at, message_seq_nr }),
  messageOfStored: ({ smib_id: smib, message_at: at, message_seq_nr }) => ({ smib, at, message_seq_nr }),
  // Before and after are swapped, because reverting puts back the values from before the edit.
  requestedRevert: edit => ({ shown: { before: valuesOf(edit.after), after: valuesOf(edit.before) } }),
  wantedIn({ smib, at, message_seq_nr, wanted }: Key & { wanted?: Wanted }) {
    // Only a request of an unknown release has none.
    if (!wanted) throw new Problem(409, 'effect_changed')
    return { message: { smib, at, message_seq_nr }, wanted }
  },
}

const valuesOf = (text: string) => JSON.parse(text) as PartValues

/** Throws 409 where somebody has edited that part already. */
async function demandUnedited(db: Db, message: Message, { bucket, item }: Wanted): Promise<void> {
  const inForce = await db
    .selectFrom('message_edits')
    .select('id')
    .where('smib_id', '=', message.smib._id)
    .where('message_at', '=', message.at)
    .where('message_seq_nr', '=', message.seq)
    .where('bucket', '=', bucket)
    .where('item', '=', item)
    .where('state', '=', 'holds')
    .executeTakeFirst()
  if (inForce) throw new Problem(409, 'item_edited')
}
