/** An edit of one value of a message's slot data: it is replaced or left out. No figure is made of it. */
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { dayIn } from '../../telemetry/readings/slot-history.queries'
import type { Bucket, Wanted } from './edited-part'
import type { PartValues } from './message-edits.contract'
import type { Message } from './message.queries'

export const editedSlotData: Bucket<Extract<Wanted, { bucket: 'slotdata' }>> = {
  async part(db, _scope, message, { item, value }) {
    const row = await dataOf(db, message)
    const data = row ? (JSON.parse(row.data) as PartValues) : {}
    if (!row || !Object.hasOwn(data, item)) throw new Problem(404, 'not_found')
    const stood = data[item] ?? null
    if (value === stood) throw invalidField('value', 'unchanged')
    return {
      bucket: 'slotdata',
      does: value === undefined ? 'leave_out' : 'correct',
      item,
      slotId: row.slot_id ?? message.slot._id,
      locationId: row.location_id,
      at: message.at,
      nano: message.nano,
      run: message.run,
      day: await dayIn(db, row.location_id, message.at),
      before: { [item]: stood },
      after: value === undefined ? {} : { [item]: value },
      revertState: {},
      async book(writer, write) {
        const { smib, run, seq, at: sent } = message
        if (write) await put(writer, { smib: smib._id, run, seq, sent }, item, value)
        return { changes: [], doubtful: false }
      },
    }
  },

  async revert(db, edit, write) {
    const before = JSON.parse(edit.before) as PartValues
    if (write)
      await put(
        db,
        { smib: edit.smib_id, run: edit.run, seq: edit.message_seq_nr, sent: edit.message_at },
        edit.item,
        before[edit.item],
      )
    return []
  },
}

interface Where {
  smib: string
  run: number
  seq: number
  sent: number
}

export const dataOf = (db: Db, { smib, run, seq, at }: Message) =>
  stored(db, { smib: smib._id, run, seq, sent: at })

const stored = (db: Db, { smib, run, seq, sent }: Where) =>
  db
    .selectFrom('slot_data')
    .selectAll()
    .where('smib_id', '=', smib)
    .where('run', '=', run)
    .where('message_seq_nr', '=', seq)
    // The message's own time identifies it, because with a clock that runs ahead it may even arrive before it was sent.
    .where('sent_at', '=', sent)
    .executeTakeFirst()

async function put(db: Db, where: Where, name: string, value: PartValues[string] | undefined): Promise<void> {
  const row = await stored(db, where)
  if (!row) return
  const { [name]: _, ...others } = JSON.parse(row.data) as PartValues
  await db
    .updateTable('slot_data')
    .set({ data: JSON.stringify(value === undefined ? others : { ...others, [name]: value }) })
    .where('smib_id', '=', where.smib)
    .where('run', '=', where.run)
    .where('message_seq_nr', '=', where.seq)
    .where('server_time', '=', row.server_time)
    .execute()
}
