import { Fragment } from 'react'
import type { HourAnswer } from '../../../backend/accounting/days/days.contract'
import { useShell } from '../../console/shell-context'

/** Where a slot's games stand for it, the readings behind its figures are theirs. */
export function SummedGames({
  shown: { summed_games, slot, hour },
  page,
}: {
  shown: HourAnswer
  page: string
}) {
  const { t, format } = useShell()
  if (summed_games.length === 0) return null
  return (
    <>
      <p className="prose-width">{t('days:day.summed_what')}</p>
      <p>
        {summed_games.map(game => (
          <Fragment key={game}>
            <a className="link" href={`${page}/${slot._id}/${hour.from}?game=${game}`}>
              {t('days:hour.game', { name: slot.name, nr: format.number(game) })}
            </a>{' '}
          </Fragment>
        ))}
      </p>
    </>
  )
}
