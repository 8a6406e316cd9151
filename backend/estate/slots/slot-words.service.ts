import { sql } from 'kysely'

/** The search words of a slot. */
interface Named {
  serial?: unknown
  asset_no?: unknown
  manufacturer?: unknown
  machine_type?: unknown
  game_mix?: unknown
  position?: unknown
}

export const slotWords = ({
  serial,
  asset_no,
  manufacturer,
  machine_type,
  game_mix,
  position,
}: Named): unknown[] => [serial, asset_no, manufacturer, machine_type, game_mix, position]

/** The search words of a row about a slot; `t` is its table. */
export const wordsOfItsSlot = sql`(select s.search from slots s where s.id = t.slot_id)`
