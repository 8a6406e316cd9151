import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { useShell } from '../../console/shell-context'

type Gap = Pick<MonthDesk['days'][number]['gaps'][number], 'kind' | 'slots' | 'count'>

/** "26 slot hours without readings · 3 slots": hours are those of all slots together. */
export function useGapWords(): (gap: Gap) => string {
  const { t } = useShell()
  return ({ kind, slots, count }) =>
    [
      kind === 'missing_hours'
        ? t('fiscal:gaps.hours', { count })
        : kind === 'held'
          ? t('engine:report.repairs', { count })
          : t(`fiscal:gaps.${kind}`),
      t('fiscal:gaps.slots', { count: slots }),
    ].join(' · ')
}
