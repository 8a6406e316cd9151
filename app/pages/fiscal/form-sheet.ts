/** A fiscal form as a table of typed values: screen, paper, CSV, XLSX and PDF are written from it, so that they cannot disagree. */
import type { FiscalDocument, FormRow } from '../../../backend/fiscal-reports/fiscal-document.contract'
import type { Sheet, SheetColumn, SheetValue } from '../../engine/report/sheet'
import type { Translate } from '../../i18n/locales'
import type { FormKind } from './form-kind'
import type { FormColumn, Layout } from './layout'

/** Electronic meters count credits one by one. */
const FACTOR = 1

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
  d_in: ({ moved }) => moved.in,
  d_premium: ({ moved }) => moved.premium,
  d_out: ({ moved }) => moved.out,
  balance: ({ balance }) => balance,
  price: ({ price }) => price,
  collected: ({ collected }) => collected,
  paid: ({ paid }) => paid,
  takings: ({ takings }) => takings,
}
const money: readonly FormColumn[] = ['price', 'collected', 'paid', 'takings']

/** `Si`, `Sf`, `F`, `D`; null for a column that stands alone. */
export const groupOf = (column: FormColumn): 'si' | 'sf' | 'f' | 'd' | null =>
  (/^(si|sf|f|d)_/.exec(column)?.[1] as 'si' | 'sf' | 'f' | 'd' | undefined) ?? null

/** `t` is the form's language, not always the reader's. */
export function formSheet(document: FiscalDocument, { columns, texts }: Layout, t: Translate): Sheet {
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
  const totals: Partial<Record<FormColumn, SheetValue>> = {
    serial: t(`fiscal:footer.${document.kind}_takings`),
    collected: document.totals.collected,
    paid: document.totals.paid,
    takings: document.totals.takings,
  }
  return {
    columns: typed,
    rows: document.rows.map((row, at) => ({
      key: `${row.slot._id} ${row.price}`,
      values: columns.map(name => values[name](row, at + 1)),
    })),
    totals: [{ key: 'total', values: columns.map(name => totals[name] ?? null) }],
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
      sheet[part].map(({ key, values }) => {
        const { currency = '' } = documents[at] ?? {}
        return { key: `${currency} ${key}`, values: [currency, ...values] }
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

/** Romanian forms say lei; files and pages name the currency. */
export const unitOf = ({ currency }: Pick<FiscalDocument, 'currency'>, language: string): string =>
  currency === 'RON' && language === 'ro' ? 'lei' : currency

/** Who prints it, of where and when, in the order of the form's header: name and value, '' where nothing is known. `period`: as the form writes it. */
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
