/** What a SMIB is to run, and how far it has come: given out, taken, running. */
import { createHash } from 'node:crypto'
import type { Db } from '../db/database'
import { smibSettings } from './smib-settings.contract'
import type { Config } from './config.contract'
import { resolveAll, type Layer } from './layers.contract'
import type { Owner } from './owners.service'
import type { Values } from './sets'

/** The effective values of every setting that has one; secrets still sealed. */
export function effectiveValues(layers: readonly Layer[], currency: string): Values {
  return Object.fromEntries(
    [...resolveAll(smibSettings, layers, currency)].flatMap(([{ key, ours }, { value }]) =>
      value === null || ours ? [] : [[key, value]],
    ),
  )
}

/** Sixteen characters that change when any effective value does, whichever level it came from. */
export const versionOf = (values: Values): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 16)

export async function smibStateOf(db: Db, owner: Owner, layers: readonly Layer[]): Promise<Config['board']> {
  const row = await db
    .selectFrom('board_configs')
    .selectAll()
    .where('smib_id', '=', owner.id)
    .executeTakeFirst()
  const current = versionOf(effectiveValues(layers, owner.currency))
  const state = !row
    ? 'never_asked'
    : row.running_version === current
      ? 'running'
      : row.taken_version === current
        ? 'taken'
        : 'waiting'
  return {
    state,
    current_version: current,
    asked_at: row?.asked_at ?? null,
    taken_version: row?.taken_version ?? null,
    taken_at: row?.taken_at ?? null,
    running_version: row?.running_version ?? null,
    running_since: row?.running_since ?? null,
  }
}
