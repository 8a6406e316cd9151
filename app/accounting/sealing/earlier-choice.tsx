/** What becomes of earlier days with readings that are not closed: sealed over, they get no report of their own. */
import { formatter } from '../../i18n/format'
import type { Locale, Translate } from '../../i18n/locales'
import { Check } from '../../ui/field'
import type { OrderField } from '../../engine/form/order-form'
import { shortDaySpans } from '../fiscal-reports/day-spans'

export const LEAVE_OUT = 'leave_out'

/** What the form says of the days that it shows. */
export function chosenFor(form: FormData): { close: string[]; leave_out: string[] } {
  const shown = form.get('shown.leave_out')
  const days = typeof shown === 'string' ? shown.split(',').filter(Boolean) : []
  const chosen = form.get(LEAVE_OUT)
  return { close: chosen === '0' ? days : [], leave_out: chosen === '1' ? days : [] }
}

interface EarlierChoice {
  t: Translate
  locale: Locale
  timeZone: string
  /** Oldest first. */
  days: readonly string[]
  mayClose: boolean
  /** Something else is sealed even where these days are not. */
  mayLeave: boolean
  /** Chosen before it was refused; undefined: nothing was sent yet. */
  typed: string | undefined
}

/** Closing comes first and is chosen already; leaving days out is chosen by a person alone. */
export const earlierField = ({
  t,
  locale,
  timeZone,
  days,
  mayClose,
  mayLeave,
  typed,
}: EarlierChoice): OrderField => {
  const words = { count: days.length, days: shortDaySpans(days, formatter(locale, timeZone)) }
  return {
    name: LEAVE_OUT,
    label: t('fiscal:earlier.choice'),
    help: t(mayClose ? 'fiscal:earlier.choice_help' : 'fiscal:earlier.leave_help'),
    group: true,
    control: ({ name }) => (
      <>
        {mayClose ? (
          <Check
            type="radio"
            name={name}
            value="0"
            defaultChecked={typed !== '1'}
            label={t('fiscal:earlier.close', words)}
          />
        ) : null}
        {mayLeave ? (
          <Check
            type={mayClose ? 'radio' : 'checkbox'}
            name={name}
            value="1"
            defaultChecked={typed === '1'}
            label={t('fiscal:earlier.leave', words)}
          />
        ) : null}
        <input type="hidden" name="shown.leave_out" value={days.join(',')} />
      </>
    ),
  }
}
