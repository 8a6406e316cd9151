import { sql } from 'kysely'
import type { RowOf } from '../../platform/contract/contract'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import type { slotsOfflineContract } from './slots-offline.contract'
import { slotsOfflineStore } from './slots-offline.store'

type Row = RowOf<typeof slotsOfflineContract>

export const register = (api: Api): void => crud(api, withLastEvents(slotsOfflineStore))

const withLastEvents = (store: Store<typeof slotsOfflineContract>): Store<typeof slotsOfflineContract> => ({
  ...store,
  list: async (db, scope, request, now) => {
    const answer = await store.list(db, scope, request, now)
    const names = events.filter(name => request.fields?.includes(name) ?? true)
    return names.length > 0 ? { ...answer, rows: await addLastEvents(db, answer.rows, names) } : answer
  },
  present: async (db, scope, ids, now) => addLastEvents(db, await store.present(db, scope, ids, now)),
  get: async (db, scope, id, now) => {
    const row = await store.get(db, scope, id, now)
    return (await addLastEvents(db, [row]))[0] ?? row
  },
})

const events = ['last_event', 'last_event_at'] as const
const CHUNK = 1_000

/**
 * An event that this system raised (the silence, above all) is not the slot's last: events of its SMIB have a
 * message.
 */
async function addLastEvents(
  db: Db,
  rows: Row[],
  names: readonly (typeof events)[number][] = events,
): Promise<Row[]> {
  const last = new Map<string, { code: string; at: number }>()
  for (let from = 0; from < rows.length; from += CHUNK) {
    const ids = rows.slice(from, from + CHUNK).map(row => row._id)
    const found = await sql<{
      slot_id: string
      code: string
      at: number
    }>`select e.slot_id, e.code, e.server_time as at from events e where e.id in (
      select (select o.id from events o where o.slot_id = s.id and o.message_seq_nr is not null order by o.server_time desc, o.id desc limit 1)
      from slots s where s.id in (${sql.join(ids)}))`.execute(db)
    for (const { slot_id, code, at } of found.rows) last.set(slot_id, { code, at: Number(at) })
  }
  return rows.map(row => {
    const { code = null, at = null } = last.get(row._id) ?? {}
    const both = { last_event: code, last_event_at: at }
    return { ...row, ...Object.fromEntries(names.map(name => [name, both[name]])) }
  })
}
