/**
 * Now and then a demo slot wins a progressive level, at the amount that its host shows: it reports the win, waits for
 * an attendant, and is reset.
 */
import type { Db } from '../platform/db/database'
import { shownLevels } from '../money/jackpots/shown-levels.service'
import type { Board } from './smib'
import { randomFor } from './random'

/** Of each level one chance in this time. */
const CHANCE_EVERY_MS = 15 * 60_000
const CHANCE = 0.25

export class ProgressiveWins {
  private drawnAt = -Infinity

  constructor(private readonly seed: string) {}

  /**
   * Draws by the clock, so that a demo started twice at once does not win twice. The first win of a demo comes at once:
   * its lists are there to be looked at.
   */
  async draw(db: Db, smibs: readonly Board[], now: number): Promise<void> {
    const turn = Math.floor(now / CHANCE_EVERY_MS)
    if (turn <= this.drawnAt) return
    const isFirst = this.drawnAt === -Infinity
    this.drawnAt = turn
    if (isFirst && (await db.selectFrom('jackpot_tellings').select('id').limit(1).executeTakeFirst())) return
    const levels = await db
      .selectFrom('jackpot_levels')
      .select(['id', 'tenant_id', 'location_id', 'machine_level'])
      .where('kind', '=', 'progressive')
      .where('state', '=', 'running')
      .where('archived_at', 'is', null)
      .orderBy('id')
      .execute()
    const shown = await shownLevels(
      db,
      levels.map(({ id }) => id),
    )
    for (const { id, tenant_id, location_id, machine_level } of levels) {
      const random = randomFor(this.seed, 'progressive', turn, id)
      const value = shown.get(id)?.value
      if (!value || machine_level === null || !(isFirst || random.chance(CHANCE))) continue
      const playing = smibs.filter(
        ({ slot, locked }) =>
          !locked && slot.tenantId === tenant_id && (location_id === null || slot.locationId === location_id),
      )
      const winner = playing.filter(smib => smib.hears(now))[random.int(0, Math.max(0, playing.length - 1))]
      winner?.winProgressive({ level: machine_level, minor: value.minor }, now)
      if (winner && isFirst) return
    }
  }
}
