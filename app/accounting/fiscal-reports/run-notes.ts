/**
 * What the rows of a form need said: why a slot has more than one, what went over a meter's end, what stands in no run
 * of one, what of earlier days is in it. A line for each reason and day, in which each slot has what is its own.
 */
import { groupBy } from '../../../backend/platform/contract/group-by'
import type {
  FiscalDocument,
  FormRow,
} from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'

export const runNotes = (document: FiscalDocument, t: Translate, format: Format): string[] => [
  ...begunNotes(document, t, format),
  ...overNotes(document, t, format),
  ...correctionNotes(document, t, format),
]

type Begun = FormRow & { began: NonNullable<FormRow['began']> }

/** A gap has a day only in a month, which is named; a restart has its own time in each slot. */
function begunNotes({ rows }: FiscalDocument, t: Translate, format: Format): string[] {
  const begun = rows.filter((row): row is Begun => row.began !== undefined)
  const kindOf = ({ began: { why, at, day } }: Begun) => `${why} ${at === null ? (day ?? '') : 'at'}`
  const partOf = ({ slot, opening, began: { at } }: Begun) =>
    at === null
      ? t('fiscal:notes.gap_slot', {
          slot: slot.name,
          from: typeof opening?.in === 'number' ? format.number(opening.in) : '–',
        })
      : t('fiscal:notes.of_slot', { slot: slot.name, amount: format.dateTime(at) })
  return [...groupBy(begun, kindOf).values()].flatMap(own => {
    const [first] = own
    if (!first) return []
    const { why, at, day } = first.began
    const said = { slots: own.map(partOf).join('; '), why: t(`fiscal:notes.why.${why}`) }
    if (at !== null) return [t('fiscal:notes.began', said)]
    return [
      day === undefined
        ? t('fiscal:notes.gaps', said)
        : t('fiscal:notes.gaps_from', { ...said, day: format.gamingDay(day) }),
    ]
  })
}

function overNotes({ rows }: FiscalDocument, t: Translate, format: Format): string[] {
  const parts = rows.flatMap(({ slot, over }) =>
    (['in', 'premium', 'out'] as const).flatMap(name =>
      over && over[name] !== 0
        ? [
            t('fiscal:notes.over_slot', {
              slot: slot.name,
              meters: t(`fiscal:columns.${name}`),
              over: format.number(over[name]),
            }),
          ]
        : [],
    ),
  )
  return parts.length === 0 ? [] : [t('fiscal:notes.over', { slots: parts.join('; ') })]
}

function correctionNotes({ rows, currency }: FiscalDocument, t: Translate, format: Format): string[] {
  const parts = rows
    .filter(({ correction }) => correction)
    .map(({ slot, takings }) =>
      t('fiscal:notes.of_slot', { slot: slot.name, amount: format.money({ minor: takings, currency }) }),
    )
  return parts.length === 0 ? [] : [t('fiscal:notes.correction', { slots: parts.join('; ') })]
}

/** Of a day that was sealed, or left out, before this was known: what the form has of it. */
export function earlierNotes({ rows, currency }: FiscalDocument, t: Translate, format: Format): string[] {
  const all = rows.flatMap(({ slot, price, earlier }) => earlier.map(one => ({ ...one, slot, price })))
  const days = [...groupBy(all, ({ day }) => day)].sort(([one], [other]) => (one < other ? -1 : 1))
  return days.map(([day, own]) =>
    t('fiscal:notes.earlier', {
      day: format.gamingDay(day),
      slots: own
        .map(({ slot, price, in: moved, premium, out }) =>
          t('fiscal:notes.earlier_slot', {
            slot: slot.name,
            in: format.number(moved),
            premium: format.number(premium),
            out: format.number(out),
            takings: format.money({ minor: (moved - premium - out) * price, currency }),
          }),
        )
        .join('; '),
    }),
  )
}
