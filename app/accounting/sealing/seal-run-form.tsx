/** What of a month's days is accepted and why, and the one button that seals them in date order. */
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { Check } from '../../ui/field'
import { OrderForm, type OrderField } from '../../engine/form/order-form'
import { acceptReason, NOTHING } from './accept-reason'
import { daySpans, shortDaySpans } from '../fiscal-reports/day-spans'
import { earlierField, LEAVE_OUT } from './earlier-choice'
import { useGapWords } from '../fiscal-reports/gap-words'

export type DeskForms = Omit<Parameters<typeof OrderForm>[0], 'intent' | 'submit' | 'fields'>

interface SealRunFormProps {
  desk: MonthDesk
  forms: DeskForms
  /** The tenant's own usual reasons. */
  reasons: readonly string[]
  /** Of `accepted`, ticked before it was refused. */
  ticked: readonly string[]
  /** Days that are closed in the same run. */
  closes: readonly string[]
  /** Whether this person closes `left_out` in the same run. */
  mayClose: boolean
}

export function SealRunForm({ desk, forms, reasons, ticked, closes, mayClose }: SealRunFormProps) {
  const { t, locale } = useShell()
  const format = formatter(locale, desk.time_zone)
  const { gaps, days, left_out, second_person: second } = desk
  const closed = days.filter(({ state }) => state === 'closed')
  const all = [...closed.map(({ day }) => day), ...closes].sort()
  const own = forms.answered?.intent === 'run' ? forms.answered : undefined
  const reports = closed.flatMap(one => one.reports.map(({ _id }) => _id))
  const closesEarlier = mayClose && left_out.length > 0
  const needsReason = gaps.days > 0 || closes.length > 0 || closesEarlier
  // What cannot be undone names every day of the month. Where nothing else is sealed, the days before the books are
  // what this run is about: the choice of them says how many there are.
  const spans = all.length > 0 ? daySpans(all, format) : shortDaySpans(left_out, format)
  const effect = t('fiscal:run.effect', { days: spans })
  return (
    <OrderForm
      {...forms}
      intent="run"
      effect={second ? `${effect} ${t('approvals:ask.effect')}` : effect}
      submit={
        second
          ? t('approvals:ask.submit')
          : t(needsReason ? 'fiscal:run.submit' : 'fiscal:desk.days_submit', { count: all.length })
      }
      fields={[
        ...(left_out.length > 0
          ? [
              earlierField({
                t,
                locale,
                timeZone: desk.time_zone,
                days: left_out,
                mayClose,
                mayLeave: all.length > 0,
                typed: own?.typed[LEAVE_OUT],
              }),
            ]
          : []),
        ...(closes.length > 0 ? [closeField(desk, closes, own?.typed.close)] : []),
        ...(needsReason ? [acceptField(ticked), acceptReason(t, own?.typed['reason.usual'], reasons)] : []),
      ]}
    >
      <input type="hidden" name="shown.reports" value={reports.join(',')} />
      <input type="hidden" name="shown.days" value={closes.join(',')} />
    </OrderForm>
  )

  function closeField({ time_zone }: MonthDesk, days: readonly string[], typed?: string): OrderField {
    return {
      name: 'close',
      label: t('fiscal:run.close'),
      help: t('fiscal:run.close_help'),
      group: true,
      control: ({ name }) => (
        <Check
          name={name}
          value="1"
          defaultChecked={own === undefined || typed === '1'}
          label={t('fiscal:run.close_days', {
            count: days.length,
            days: shortDaySpans(days, formatter(locale, time_zone)),
          })}
        />
      ),
    }
  }

  function acceptField(ticked: readonly string[]): OrderField {
    return {
      name: 'accepted',
      label: t('fiscal:run.accepted'),
      help: t('fiscal:run.accepted_help'),
      group: true,
      control: ({ name }) => (
        <Gaps name={name} desk={desk} ticked={ticked} closesAny={closes.length > 0 || closesEarlier} />
      ),
    }
  }
}

function Gaps({
  name,
  desk,
  ticked,
  closesAny,
}: {
  name: string
  desk: MonthDesk
  ticked: readonly string[]
  /** Days are closed first, whose gaps nobody knows yet. */
  closesAny: boolean
}) {
  const { t } = useShell()
  const { gaps } = desk
  const first = desk.days.find(({ state }) => state === 'closed')
  const sealsSome = closesAny || (gaps.days > 0 && first?.gaps.length === 0)
  const words = useGapWords()
  const tick = (value: string, label: string) => (
    <li key={value}>
      <Check name={name} value={value} defaultChecked={ticked.includes(value)} label={label} />
    </li>
  )
  const days = (count: number) => t('fiscal:gaps.days', { count })
  return (
    <>
      <ul>
        {sealsSome ? tick(NOTHING, t('fiscal:run.none')) : null}
        {tick('all', t('fiscal:run.all'))}
        {gaps.kinds.map(one => tick(one.kind, `${words(one)} · ${days(one.days)}`))}
      </ul>
      {gaps.slots.length > 0 ? (
        <details open={gaps.slots.some(({ slot }) => ticked.includes(slot._id))}>
          <summary>{t('fiscal:run.by_slot')}</summary>
          <ul>
            {gaps.slots.map(one =>
              tick(
                one.slot._id,
                [one.slot.name, ...one.kinds.map(kind => t(`fiscal:gaps.${kind}`)), days(one.days)].join(
                  ' · ',
                ),
              ),
            )}
          </ul>
        </details>
      ) : null}
    </>
  )
}
