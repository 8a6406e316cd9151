/** A whole channel at once: with its displays, as the demo network sets one up. */
import type { InputOf } from '../../platform/contract/contract'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import type { displayChannelsContract } from './displays.contract'
import { displayChannelsStore, displaysStore } from './displays.stores'

interface Screen {
  name: string
  place: string | null
  lastSeenAt: number | null
}

/** In a transaction. Its displays have no address until somebody asks for one. */
export async function addChannel(
  db: Db,
  actor: Actor,
  channel: InputOf<typeof displayChannelsContract>,
  displays: readonly Screen[],
  now: number,
): Promise<void> {
  const { _id } = await displayChannelsStore.create(db, actor, channel, now)
  for (const { name, place, lastSeenAt } of displays) {
    const made = await displaysStore.create(db, actor, { channel: _id, name, place }, now)
    await db.updateTable('displays').set({ last_seen_at: lastSeenAt }).where('id', '=', made._id).execute()
  }
}
