/** What a collection comes to, in three numbers and one sentence where it does not match. */
import type { z } from 'zod'
import type { collectorCheckpointsContract } from '../../../backend/accounting/collections/collector-checkpoints.contract'
import type { Money } from '../../../backend/platform/contract/primitives'
import { useShell } from '../../console/shell-context'
import { StateLine, Tile, Tiles } from '../../ui/tiles'

type Collection = z.output<typeof collectorCheckpointsContract.row>

export function CollectionFigures({ row }: { row: Collection }) {
  const { t, format } = useShell()
  const { state, expected, actual, difference, tolerance, unknown_because } = row
  const named = (name: string) => t(`collector-checkpoints:fields.${name}`)
  const amount = (money: Money | null) =>
    money ? { value: format.amount(money.minor), unit: money.currency } : { value: '–' }
  return (
    <>
      <Tiles label={t('collector-checkpoints:figures')}>
        <Tile
          label={named('expected')}
          {...amount(expected)}
          note={unknown_because ? t(`collector-checkpoints:unknown_because.${unknown_because}`) : null}
          isNone={!expected}
        />
        <Tile label={named('actual')} {...amount(actual)} />
        <Tile
          label={named('difference')}
          {...(state !== 'unknown' && {
            mark: state === 'matches' ? 'good' : state === 'short' ? 'bad' : 'warn',
          })}
          {...amount(difference)}
          note={t('collector-checkpoints:within', { amount: format.money(tolerance) })}
          isNone={!difference}
        />
      </Tiles>
      {row.closing_age !== null && row.closing_state === 'stale' ? (
        <StateLine
          mark="warn"
          title={t('collector-checkpoints:stale', { age: format.duration(row.closing_age) })}
        >
          {t('collector-checkpoints:stale_what')}
        </StateLine>
      ) : null}
      {difference && (state === 'short' || state === 'over') ? (
        <StateLine
          mark={state === 'short' ? 'bad' : 'warn'}
          title={t(`collector-checkpoints:told.${state}`, {
            amount: format.money({ ...difference, minor: Math.abs(difference.minor) }),
          })}
        >
          {row.reason}
        </StateLine>
      ) : null}
    </>
  )
}
