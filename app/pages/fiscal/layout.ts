/** How a fiscal form looks: which columns in which order, in whose language. A layout is a data file. */
import type { FiscalDocument } from '../../../backend/fiscal-reports/fiscal-document.contract'
import { isLocale, type Locale } from '../../i18n/locales'
import generic from './layouts/generic.json'
import ro from './layouts/ro.json'

export const formColumns = [
  'nr',
  'serial',
  'si_in',
  'si_premium',
  'si_out',
  'sf_in',
  'sf_premium',
  'sf_out',
  'f_in',
  'f_premium',
  'f_out',
  'd_in',
  'd_premium',
  'd_out',
  'balance',
  'price',
  'collected',
  'paid',
  'takings',
] as const
export type FormColumn = (typeof formColumns)[number]

export interface Layout {
  /** Null: the reader's. */
  language: Locale | null
  columns: readonly FormColumn[]
  /** The columns' numbers stand under their names, as forms prescribed by law have them. */
  numbered: boolean
  signatures: readonly string[]
}

const isFormColumn = (name: string): name is FormColumn => formColumns.some(one => one === name)

const read = (
  file: Omit<Layout, 'language' | 'columns'> & { language: string | null; columns: string[] },
): Layout => ({
  ...file,
  language: isLocale(file.language) ? file.language : null,
  // In the file's order: forms differ in it.
  columns: file.columns.filter(isFormColumn),
})
const layouts = { ro: read(ro), generic: read(generic) }

/** The Romanian form for what is kept in lei. Convention: an accountant of the tenant confirms it before it is called statutory. */
export const layoutOf = ({ currency }: Pick<FiscalDocument, 'currency'>): Layout =>
  currency === 'RON' ? layouts.ro : layouts.generic
