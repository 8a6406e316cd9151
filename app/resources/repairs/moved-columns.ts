import type { RepairMeter } from '../../../backend/repairs/repairs.contract'
import type { Translate } from '../../i18n/locales'

/** What something moves: the net win, then the meters that it moves at all. */
export const movedColumns = (t: Translate, meters: readonly RepairMeter[]) => [
  { key: 'net', label: t('repairs:effect.net_win'), numeric: true, rank: 2 as const },
  ...meters.map((name, index) => ({
    key: name,
    label: t(`counters:fields.${name}`),
    numeric: true,
    ...(index === 0 && { rank: 3 as const }),
  })),
]
