/**
 * What a report was sealed with although it was missing: a line for each kind and reason, in which each slot has its
 * days.
 */
import { groupBy } from '../../../backend/platform/contract/group-by'
import type {
  Accepted,
  FiscalDocument,
} from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { daySpans } from './day-spans'

const kinds = ['hours', 'repairs', 'beyond', 'games_alone'] as const
type Kind = (typeof kinds)[number]

/** null: it was not missing. */
const counted: Readonly<Record<Exclude<Kind, 'beyond'>, (one: Accepted) => number | null>> = {
  hours: ({ missing_hours }) => missing_hours || null,
  repairs: ({ held }) => held || null,
  games_alone: ({ games_alone }) => games_alone ?? null,
}

export function acceptedNotes(
  { accepted, currency }: FiscalDocument,
  t: Translate,
  format: Format,
): string[] {
  const money = (minor: number) => format.money({ minor, currency })
  const written: Readonly<Record<Exclude<Kind, 'beyond'>, (sum: number) => string>> = {
    hours: sum => t('fiscal:notes.hours_amount', { hours: format.number(sum) }),
    repairs: sum => format.number(sum),
    games_alone: money,
  }
  const partOf = (slot: string, amount: string, days: readonly string[]) =>
    days.length === 0
      ? t('fiscal:notes.of_slot', { slot, amount })
      : t('fiscal:notes.of_slot_on', { slot, amount, days: daySpans(days, { gamingDay: format.day }) })
  /** What is usual differs from day to day, so that nothing is summed. */
  const beyondOf = (all: readonly Accepted[]) =>
    all.flatMap(({ slot, day, beyond }) =>
      beyond
        ? [
            partOf(
              slot.name,
              t(`fiscal:notes.${beyond.meter ? 'beyond_cash' : 'beyond_amount'}.${beyond.by ?? 'slot'}`, {
                turnover: money(beyond.turnover),
                usual: money(beyond.usual),
                meter: beyond.meter ? t(`fiscal:cash.${beyond.meter}`) : '',
              }),
              day === undefined ? [] : [day],
            ),
          ]
        : [],
    )
  const summed = (kind: Exclude<Kind, 'beyond'>, all: readonly Accepted[]) =>
    [
      ...groupBy(
        all.filter(one => counted[kind](one) !== null),
        ({ slot }) => slot._id,
      ).values(),
    ].map(own =>
      partOf(
        own[0]?.slot.name ?? '',
        written[kind](own.reduce((sum, one) => sum + (counted[kind](one) ?? 0), 0)),
        [...new Set(own.flatMap(({ day }) => day ?? []))].sort(),
      ),
    )
  return [...groupBy(accepted, ({ reason }) => reason)].flatMap(([reason, all]) =>
    kinds.flatMap(kind => {
      const slots = kind === 'beyond' ? beyondOf(all) : summed(kind, all)
      return slots.length === 0 ? [] : [t(`fiscal:notes.${kind}`, { slots: slots.join('; '), reason })]
    }),
  )
}
