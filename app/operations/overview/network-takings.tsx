/** Shows what all locations took today, the full hours of it against a usual day's, and what yesterday brought. */
import type { NetworkTakings as Takings } from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { Tile, Tiles } from '../../ui/tiles'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { difference } from './difference'

export function NetworkTakings({ takings }: { takings: readonly Takings[] }) {
  const { t, format } = useShell()
  return (
    <Tiles label={t('overview:network_takings')}>
      {takings.flatMap(({ currency, today, yesterday, by_now }) => [
        <Tile
          key={`${currency}-today`}
          label={t('overview:takings')}
          value={format.amount(today)}
          unit={currency}
          note={
            by_now
              ? [
                  t('overview:of_it_full_hours', { amount: format.amount(by_now.won) }),
                  ...whose(by_now, t, format),
                ].join(', ')
              : null
          }
        />,
        ...(by_now
          ? [
              <Tile
                key={`${currency}-usual`}
                label={t('overview:against_usual')}
                {...againstUsual(by_now, currency, format)}
                note={[
                  t('overview:usual_until_now', { amount: format.amount(by_now.usual), currency }),
                  ...whose(by_now, t, format),
                ].join(', ')}
              />,
            ]
          : []),
        ...(yesterday === null
          ? []
          : [
              <Tile
                key={`${currency}-yesterday`}
                label={t('overview:takings_yesterday')}
                value={format.amount(yesterday)}
                unit={currency}
              />,
            ]),
      ])}
    </Tiles>
  )
}

/** Full hours are those of locations that have a usual day: where these are not all, it is said. */
const whose = ({ locations, of }: ByNow, t: Translate, format: Format): string[] =>
  locations < of ? [t('overview:of_locations', { count: locations, total: format.number(of) })] : []

type ByNow = NonNullable<Takings['by_now']>

/** A share where it means something, otherwise how many lei more or less. */
function againstUsual({ won, usual }: ByNow, currency: string, format: Format) {
  const share = difference(format.percent, won, usual)
  if (share !== null) return { value: share }
  return { value: `${won > usual ? '+' : ''}${format.amount(won - usual)}`, unit: currency }
}
