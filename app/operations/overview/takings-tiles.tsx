/** Shows today's net win with that of a usual day, one tile a currency. */
import type { LocationOverview } from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { Tile } from '../../ui/tiles'

export function TakingsTiles({ takings }: { takings: NonNullable<LocationOverview['takings']> }) {
  const { t, format } = useShell()
  return (
    <>
      {takings.map(({ currency, today, usual }) => (
        <Tile
          key={currency}
          label={t('overview:takings')}
          value={format.amount(today)}
          unit={currency}
          note={usual === null ? null : t('overview:usual_day', { amount: format.amount(usual) })}
        />
      ))}
    </>
  )
}
