/** Days of all locations as the watch closes them, and as if none had ever been closed. */
import { closeDue, refreshMarked } from '../../backend/accounting/closing/days-watch.service'
import type { Deps } from '../../backend/platform/deps'

type Own = Pick<Deps, 'db' | 'clock' | 'log'>

export async function forgetClosedDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const table of [
    'location_days',
    'location_day_sums',
    'slot_day_closings',
    'slot_spans',
    'span_days',
    'days_to_refresh',
    'daily_reports',
    'monthly_reports',
    'late_movements',
    'fiscal_heads',
    'seal_files',
    'seals',
    'seal_heads',
  ] as const)
    await db.deleteFrom(table).execute()
}

/** A day that cannot be worked out is marked again, for ever: here its error ends the test instead. */
async function untilNone(own: Own, look: (own: Own) => Promise<number>): Promise<void> {
  const failed: unknown[] = []
  const warn = ({ err }: { err?: unknown }) => failed.push(err)
  const log = Object.assign(Object.create(own.log) as Own['log'], { warn })
  while ((await look({ ...own, log })) > 0) if (failed.length > 0) throw failed[0]
}

export const closeEach = (own: Own): Promise<void> => untilNone(own, closeDue)
export const refreshEach = (own: Own): Promise<void> => untilNone(own, refreshMarked)

export async function closeAll(own: Own): Promise<void> {
  await closeEach(own)
  await refreshEach(own)
}
