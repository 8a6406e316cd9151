/** Shows today's net win with that of a usual day, one tile a currency. */
import type { LocationBoard } from '../../../backend/operations/board/board.contract'
import { useShell } from '../../console/shell-context'
import { Tile } from '../../ui/tiles'

export function TakingsTiles({ takings }: { takings: NonNullable<LocationBoard['takings']> }) {
  const { t, format } = useShell()
  return (
    <>
      {takings.map(({ currency, today, usual }) => (
        <Tile
          key={currency}
          label={t('board:takings')}
          value={format.amount(today)}
          unit={currency}
          note={usual === null ? null : t('board:usual_day', { amount: format.amount(usual) })}
        />
      ))}
    </>
  )
}
