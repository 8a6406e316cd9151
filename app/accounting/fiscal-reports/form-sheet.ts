/**
 * A fiscal form as a table of typed values: screen, paper, CSV, XLSX and PDF are written from it, so that they cannot
 * disagree.
 */
import type {
  FiscalDocument,
  FormRow,
} from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { writeValue, type Sheet, type SheetColumn, type SheetValue } from '../../engine/export/sheet'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { FormKind, WrittenForm } from './form-kind'
import type { FormColumn, Layout } from './layout'

/** What of a layout a table is made of. */
type FormFace = Pick<Layout, 'columns' | 'texts'>

/** Electronic meters count credits one by one. */
const FACTOR = 1

type Moved = keyof FormRow['moved']
/** Where a row lacks an index of a meter and nothing is booked, no difference of 0 is known. */
const isUnknown = ({ opening, closing, moved, correction }: FormRow, name: Moved): boolean =>
  !correction &&
  moved[name] === 0 &&
  ((opening?.[name] ?? null) === null || (closing?.[name] ?? null) === null)
const isSilent = (row: FormRow): boolean =>
  isUnknown(row, 'in') && isUnknown(row, 'premium') && isUnknown(row, 'out')
const movedIn = (row: FormRow, name: Moved): SheetValue => (isUnknown(row, name) ? null : row.moved[name])

const values: Record<FormColumn, (row: FormRow, nr: number) => SheetValue> = {
  nr: (_, nr) => nr,
  serial: ({ slot }) => slot.name,
  si_in: ({ opening }) => opening?.in ?? null,
  si_premium: ({ opening }) => opening?.premium ?? null,
  si_out: ({ opening }) => opening?.out ?? null,
  sf_in: ({ closing }) => closing?.in ?? null,
  sf_premium: ({ closing }) => closing?.premium ?? null,
  sf_out: ({ closing }) => closing?.out ?? null,
  f_in: () => FACTOR,
  f_premium: () => FACTOR,
  f_out: () => FACTOR,
  d_in: row => movedIn(row, 'in'),
  d_premium: row => movedIn(row, 'premium'),
  d_out: row => movedIn(row, 'out'),
  balance: row => (isSilent(row) ? null : row.balance),
  price: ({ price }) => price,
  collected: row => (isUnknown(row, 'in') ? null : row.collected),
  paid: row => (isUnknown(row, 'out') ? null : row.paid),
  takings: row => (isSilent(row) ? null : row.takings),
}
const money: readonly FormColumn[] = ['price', 'collected', 'paid', 'takings']

/** `Si`, `Sf`, `F`, `D`; null for a column that stands alone. */
export const groupOf = (column: FormColumn): 'si' | 'sf' | 'f' | 'd' | null =>
  (/^(si|sf|f|d)_/.exec(column)?.[1] as 'si' | 'sf' | 'f' | 'd' | undefined) ?? null

/** A line of sums: what it is called, and its figures by column; null where one is not known. */
export interface FooterLine {
  key: string
  label: string
  cells: Readonly<Record<string, SheetValue>>
}

/**
 * Wins are paid by hand, outside the slots' figures. A report from before jackpots were part of it has none, and none
 * are invented for it.
 */
export function footerOf({ kind, totals, jackpots }: FiscalDocument, t: Translate): FooterLine[] {
  const { collected, paid, takings } = totals
  const won = jackpots?.totals.won ?? null
  return [
    { key: 'takings', label: t(`fiscal:footer.${kind}_takings`), cells: { collected, paid, takings } },
    { key: 'jackpots', label: t('fiscal:footer.jackpots'), cells: { takings: won } },
    { key: 'total', label: t(`fiscal:footer.${kind}_total`), cells: { takings: takings - (won ?? 0) } },
  ]
}

/** Its rows and sums in a table: the name of a sum stands in the column that names a row. */
export const totalsOf = (
  footer: readonly FooterLine[],
  columns: readonly string[],
  head: string,
): Sheet['totals'] =>
  footer.map(({ key, label, cells }) => ({
    key,
    values: columns.map(name => (name === head ? label : (cells[name] ?? null))),
  }))

/**
 * The most serious mark of a row: paper shows it as a sign, the notes under the form and files say it in words. What
 * a slot lacks stands at the first of
 * its rows; a further one says why it is there.
 */
function flagOf(
  { breaks, held, missing_hours, began, over, correction }: FormRow,
  isFurther: boolean,
): string | null {
  if (breaks) return 'breaks'
  if (correction) return 'correction'
  if (began && isFurther) return 'began'
  if (held > 0) return 'held'
  if (missing_hours > 0) return 'missing'
  return began ? 'began' : over ? 'over' : null
}

/** `t` is the form's language, not always the reader's. */
export function formSheet(document: FiscalDocument, { columns, texts }: FormFace, t: Translate): Sheet {
  const typed = columns.map((key): SheetColumn => {
    const group = groupOf(key)
    const own = texts.columns?.[key] ?? t(`fiscal:columns.${group ? key.slice(group.length + 1) : key}`)
    return {
      key,
      label: group ? `${t(`fiscal:groups.${group}_short`)} ${own}` : own,
      kind: key === 'serial' ? 'text' : money.includes(key) ? 'money' : 'count',
      unit: money.includes(key) ? document.currency : null,
    }
  })
  const before = new Map<string, number>()
  return {
    columns: typed,
    rows: document.rows.map((row, at) => {
      const own = `${row.slot._id} ${row.price}`
      const nr = before.get(own) ?? 0
      before.set(own, nr + 1)
      const flag = flagOf(row, nr > 0)
      return {
        key: nr === 0 ? own : `${own} ${nr}`,
        values: columns.map(name => values[name](row, at + 1)),
        ...(flag && { flag }),
      }
    }),
    totals: totalsOf(footerOf(document, t), columns, 'serial'),
  }
}

/** How many columns the name of a sum takes up: what stands before the first sum. */
export const leadOf = (
  columns: readonly { key: string }[],
  sums: readonly { cells: Readonly<Partial<Record<string, string>>> }[],
): number =>
  Math.max(
    1,
    columns.findIndex(({ key }) => sums.some(({ cells }) => key in cells)),
  )

/** Forms of several currencies under each other: each row names its own, and nothing is added across them. */
export function sheetOfAll(
  documents: readonly FiscalDocument[],
  layout: Layout,
  t: Translate,
  sheetOf: FormKind['sheetOf'] = formSheet,
): Sheet {
  const sheets = documents.map(document => sheetOf(document, layout, t))
  const [only] = sheets
  if (only && sheets.length === 1) return only
  const named = (part: 'rows' | 'totals') =>
    sheets.flatMap((sheet, at) =>
      sheet[part].map(row => {
        const { currency = '' } = documents[at] ?? {}
        return { ...row, key: `${currency} ${row.key}`, values: [currency, ...row.values] }
      }),
    )
  return {
    columns: [
      { key: 'currency', label: t('fiscal:columns.currency'), kind: 'text', unit: null },
      ...(only?.columns ?? []).map(column => ({ ...column, unit: null })),
    ],
    rows: named('rows'),
    totals: named('totals'),
  }
}

/** Files have no signs at a row's name, so a column says in words why its figures are not complete. */
export const withMarks = ({ columns, rows, totals }: Sheet, t: Translate): Sheet => ({
  columns: [...columns, { key: 'mark', label: t('fiscal:columns.mark'), kind: 'text', unit: null }],
  rows: rows.map(row => ({
    ...row,
    values: [...row.values, row.flag ? t(`fiscal:marks.${row.flag}`) : null],
  })),
  totals: totals.map(row => ({ ...row, values: [...row.values, null] })),
})

/** A footer as it is printed. */
export const writtenFooter = (
  footer: readonly FooterLine[],
  columns: readonly SheetColumn[],
  format: Format,
): WrittenForm['footer'] =>
  footer.map(({ label, cells }) => ({
    label,
    cells: Object.fromEntries(
      columns.flatMap(({ key, kind }) =>
        key in cells ? [[key, writeValue(cells[key] ?? null, kind, format)]] : [],
      ),
    ),
  }))

/** Romanian forms say lei; files and pages name the currency. */
export const unitOf = ({ currency }: Pick<FiscalDocument, 'currency'>, language: string): string =>
  currency === 'RON' && language === 'ro' ? 'lei' : currency

/**
 * Who prints it, of where and when, in the order of the form's header: name and value, '' where nothing is known.
 * `period`: as the form writes it.
 */
export const partiesOf = (
  { organiser, location, kind }: FiscalDocument,
  period: string,
): readonly (readonly [string, string])[] => [
  ['organiser', organiser.name],
  ['fiscal_code', organiser.fiscal_code ?? ''],
  ['trade_register_no', organiser.trade_register_no ?? ''],
  ['share_capital', organiser.share_capital ?? ''],
  ['domicile', organiser.address ?? ''],
  ['licence_no', location.licence_no ?? organiser.licence_no ?? ''],
  ['work_point', [location.work_point_no, location.name, location.address].filter(Boolean).join(', ')],
  [kind, period],
]
