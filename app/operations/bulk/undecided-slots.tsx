/**
 * Slots that are left out unless somebody ticks them: credits on them, or a lock that was ordered for one slot alone.
 */
import type { LocationPlan } from '../../../backend/operations/bulk/location-order.contract'
import { useShell } from '../../console/shell-context'
import { Button } from '../../ui/button'
import { moneyColumn } from '../../i18n/money-column'
import { DataTable } from '../../ui/table'
import { RecordLink } from '../../engine/components/record-link'

/** A button that ticks them all names their ids. */
export const TICK_ALL = 'tick_all'

export function UndecidedSlots({ plan, accepted }: { plan: LocationPlan; accepted: readonly string[] }) {
  const { t, format } = useShell()
  const { action: order, undecided, small_credits: small } = plan
  const count = undecided.length
  const caption =
    order === 'lock' && small
      ? t('bulk:location.undecided.lock_above', { count, amount: format.money(small) })
      : t(`bulk:location.undecided.${order}`, { count })
  const isLock = order === 'lock'
  const money = moneyColumn(
    format,
    undecided.map(({ worth }) => worth.currency),
  )
  return (
    <div className="mb-3">
      <p className="prose-width font-semibold">{caption}</p>
      {count > 1 && accepted.length < count ? (
        <Button
          size="sm"
          className="my-2"
          name={TICK_ALL}
          value={undecided.map(({ slot }) => slot._id).join(',')}
          formNoValidate
        >
          {t('bulk:location.tick_all', { count })}
        </Button>
      ) : null}
      <DataTable
        caption={caption}
        selection={{ name: 'accepted', label: t(`slots:actions.${order}`) }}
        columns={[
          { key: 'slot', label: t('bulk-items:fields.slot'), mono: true },
          { key: 'position', label: t('slots:fields.position'), rank: 2 },
          ...(isLock
            ? [
                { key: 'credits', label: t('slots:fields.credits'), numeric: true },
                {
                  key: 'worth',
                  label: money.head(t('slots:fields.credits_worth')),
                  numeric: true,
                  rank: 3 as const,
                },
              ]
            : [{ key: 'reason', label: t('slots:fields.lock_reason'), wraps: true, rank: 3 as const }]),
          { key: 'state', label: t('slots:fields.state') },
        ]}
        rows={undecided.map(({ slot, position, credits, worth, lock_reason, state }) => ({
          key: slot._id,
          label: t(`bulk:location.tick.${order}`, { serial: slot.name }),
          checked: accepted.includes(slot._id),
          cells: [
            <RecordLink key="slot" className="" to="slots" id={slot._id}>
              {slot.name}
            </RecordLink>,
            position ?? '–',
            ...(isLock
              ? [credits === null ? '–' : format.number(credits), money.cell(worth.minor, worth.currency)]
              : [lock_reason ?? '–']),
            t(`slots:state.${state}`),
          ],
        }))}
      />
    </div>
  )
}
