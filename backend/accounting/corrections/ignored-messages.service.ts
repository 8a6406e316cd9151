/**
 * A message is ignored by omitting its readings: the judgement skips them, in the function that also books decided
 * repairs. So the preview is what is booked, late data is judged without the message, and reverting it books what had
 * stood before.
 */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { rulingKey, rulingsOf, type Omitted } from '../../telemetry/judgement/rulings.service'
import { dayIn } from '../../telemetry/readings/slot-history.queries'
import { judgeAgain, type MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import { demandOpenDays } from '../period-lock/open-days.service'
import type { RequestedKind } from './correction-kind'
import { messageOf, type Key } from './message.queries'

export const ignoredMessages: RequestedKind<'ignored_messages', Key> = {
  table: 'ignored_messages',
  demandDays: demandOpenDays,
  slotOf: async ({ db, scope }, key) => (await messageOf(db, scope, key)).slot._id,

  async draft({ db, scope }, key) {
    const { tenantId, smib, games, nano, run, ...found } = await messageOf(db, scope, key)
    const { currency, ...slot } = found.slot
    const { time_zone, ...location } = found.location
    const { at, message_seq_nr } = key
    const ignored = await ignoredOf(db, key)
    const omitted = { at, nano, seq: message_seq_nr, smib: key.smib }
    return {
      tenantId,
      locationId: location._id,
      slotId: slot._id,
      currency,
      day: await dayOf(db, location._id, at),
      refusal: ignored === null ? undefined : new Problem(409, 'message_ignored'),
      shown: { slot, smib, location, time_zone, readings: games.length, ignored },
      columns: { smib_id: key.smib, at, nano, message_seq_nr, run, readings: games.length },
      action: 'ignore',
      after: { serial: slot.name, smib: smib.name, message: message_seq_nr, at },
      book: async (writer, write) => ({
        changes: await judged(writer, slot._id, { games, omitted, does: 'omit' }, write),
      }),
      stored: (writer, edit_id) =>
        writer
          .insertInto('omitted_readings')
          .values(
            games.map(game_nr => ({
              slot_id: slot._id,
              game_nr,
              at,
              nano,
              seq: message_seq_nr,
              smib_id: key.smib,
              tenant_id: tenantId,
              edit_id,
            })),
          )
          .execute(),
    }
  },

  async revert(db, { id, slot_id, location_id, smib_id, at, nano, message_seq_nr }, write) {
    const omitted = { at, nano, seq: message_seq_nr, smib: smib_id }
    const games = await gamesOf(db, id)
    const changes = await judged(db, slot_id, { games, omitted, does: 'restore' }, write)
    if (write) await db.deleteFrom('omitted_readings').where('edit_id', '=', id).execute()
    return { changes, day: await dayOf(db, location_id, at) }
  },

  describe: ({ message_seq_nr, at }) => ({ before: { message: message_seq_nr, at } }),
  messageOf: ({ smib, at, message_seq_nr }) => ({ smib, at, message_seq_nr }),
  messageOfStored: ({ smib_id: smib, at, message_seq_nr }) => ({ smib, at, message_seq_nr }),
  wantedIn: ({ smib, at, message_seq_nr }: Key) => ({ smib, at, message_seq_nr }),
}

/** A reading at the boundary itself closes the day before. */
const dayOf = (db: Db, locationId: string, at: number): Promise<string> => dayIn(db, locationId, at - 1)

/** What omitting or restoring the readings of these games moves. */
async function judged(
  db: Db,
  slotId: string,
  {
    games,
    omitted,
    does,
  }: { games: readonly number[]; omitted: Omitted['reading']; does: 'omit' | 'restore' },
  write: boolean,
): Promise<MovedAt[]> {
  const all = await rulingsOf(db, [slotId])
  const ruling: Omitted = { kind: 'omit', reading: omitted }
  const isThis = (text: string) => text === JSON.stringify(ruling)
  const changes: MovedAt[] = []
  for (const game of games) {
    const before = all.get(rulingKey(slotId, game)) ?? []
    const others = before.filter(one => !isThis(JSON.stringify(one)))
    const now = does === 'omit' ? [ruling, ...others] : others
    const { changes: moved } = await judgeAgain(db, { slotId, game }, { before, now }, write)
    // Games are parts of the whole slot, so the effect is taken from one of them only.
    if (game === games[0]) changes.push(...moved)
  }
  return changes
}

async function ignoredOf(db: Db, { smib, at, message_seq_nr }: Key): Promise<string | null> {
  const found = await db
    .selectFrom('ignored_messages')
    .select('id')
    .where('smib_id', '=', smib)
    .where('at', '=', at)
    .where('message_seq_nr', '=', message_seq_nr)
    .where('state', '=', 'ignored')
    .executeTakeFirst()
  return found?.id ?? null
}

const gamesOf = async (db: Db, edit: string): Promise<number[]> => {
  const omitted = await db
    .selectFrom('omitted_readings')
    .select('game_nr')
    .where('edit_id', '=', edit)
    .orderBy('game_nr')
    .execute()
  return omitted.map(({ game_nr }) => game_nr)
}
