import { DAY_MS } from '../../../backend/platform/contract/durations'
import type { Locale } from '../../i18n/locales'
import type { RenderContext, Field } from './field'

const days = new Map<Locale, Intl.NumberFormat>()

/** A silence is counted in days however long it is: "56 days" says more than "1 month". */
function words(milliseconds: number, { locale, format }: RenderContext): string {
  if (milliseconds < 2 * DAY_MS) return format.duration(milliseconds)
  const writer =
    days.get(locale) ?? new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  days.set(locale, writer)
  return writer.format(Math.floor(milliseconds / DAY_MS))
}

/** How long something has lasted, in milliseconds; minutes in a file for people. */
export const duration = (): Field<number> => ({
  kind: 'duration',
  numeric: true,
  unit: () => 'min',
  cell: words,
  // A door is open for seconds: whole minutes would say that it was not.
  csvValue: (value, { file }) =>
    file.kind === 'machine' ? file.number(value) : file.decimal(Math.round(value / 600), 2),
})
