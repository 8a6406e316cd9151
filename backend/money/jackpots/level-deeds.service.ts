/** Changes a level for one person, or for two where its tenant requires that. In a transaction. */
import { recordChange } from '../../platform/audit/audit.service'
import { demandsSecondPerson } from '../../platform/layered-settings/second-person.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { jackpotLevelsStore } from './jackpot-levels.store'
import type { LevelDeed } from './requests.contract'
import { redraw, resetLevel } from './wins.service'

export interface Deed {
  db: Db
  actor: Actor
  now: number
}
export interface LevelRow {
  _id: string
  name: string
  kind: string
  state: string
  seed: { minor: number; currency: string }
  tenant: { _id: string }
}
type Outcome = { outcome: 'done' } | { outcome: 'skipped'; reason: string }

/** Does it for one person alone; skipped where the tenant requires a second one. */
export const byOne = async (
  deed: Deed,
  kind: 'reset' | 'regenerate',
  level: LevelRow,
  reason: string,
): Promise<Outcome> =>
  (await demandsSecondPerson(deed.db, level.tenant._id))
    ? { outcome: 'skipped', reason: 'second_person' }
    : perform(deed, kind, level, reason)

/** Does it without checking whether a second person is needed. Throws what the deed itself refuses. */
export async function perform(
  { db, actor, now }: Deed,
  kind: LevelDeed,
  level: LevelRow,
  reason: string,
): Promise<Outcome> {
  const entry = { entity: 'jackpot-level', id: level._id, tenantId: level.tenant._id, action: kind } as const
  if (kind === 'delete') {
    const won = await db
      .selectFrom('jackpot_wins')
      .select('id')
      .where('level_id', '=', level._id)
      .executeTakeFirst()
    if (won) throw new Problem(409, 'in_use', { message: 'It has been won' })
    await jackpotLevelsStore.remove(db, actor, level._id, { version: undefined, uses: [] }, now)
    return { outcome: 'done' }
  }
  if (kind === 'reset') {
    if (level.state !== 'hit') return { outcome: 'skipped', reason: 'running' }
    const { start_minor } = await resetLevel(db, level._id, now)
    await recordChange(
      db,
      actor,
      {
        ...entry,
        before: { name: level.name, state: level.state },
        after: { name: level.name, state: 'running', start: { ...level.seed, minor: start_minor }, reason },
      },
      now,
    )
    return { outcome: 'done' }
  }
  if (level.kind !== 'mystery') return { outcome: 'skipped', reason: 'progressive' }
  if (level.state !== 'running') return { outcome: 'skipped', reason: 'hit' }
  const { before, after } = await redraw(db, level._id, now)
  await recordChange(
    db,
    actor,
    { ...entry, before: { name: level.name, ...before }, after: { name: level.name, ...after, reason } },
    now,
  )
  return { outcome: 'done' }
}
