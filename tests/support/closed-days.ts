/** Days of all locations as the watch closes them, and as if none had ever been closed. */
import { closeDue, refreshMarked } from '../../backend/accounting/closing/days-watch.service'
import type { Deps } from '../../backend/platform/deps'

type Own = Pick<Deps, 'db' | 'clock' | 'log'>

export async function forgetClosedDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const table of [
    'location_days',
    'location_day_sums',
    'slot_day_closings',
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

export async function closeAll(own: Own): Promise<void> {
  while ((await closeDue(own)) > 0);
  while ((await refreshMarked(own)) > 0);
}
