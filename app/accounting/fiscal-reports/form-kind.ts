/**
 * What is made of a stored fiscal report: the form of takings, or its jackpot variant. Both are printed, filed and
 * shown the same way.
 */
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { Sheet } from '../../engine/export/sheet'
import type { Locale, Translate } from '../../i18n/locales'
import type { Layout } from './layout'

/** A form as it is printed; everything is text in its own language. */
export interface WrittenForm {
  language: Locale
  title: string
  period: string
  /** Name, value; '' where nothing is known. */
  parties: [string, string][]
  /** What is not known of them, by its field. */
  unknown: string[]
  columns: { key: string; label: string; group: string | null; nr: string; numeric: boolean }[]
  /** The column that names a row. */
  head: string
  /** `slotId`: whose takings the row has. */
  rows: { key: string; slotId: string | null; cells: string[]; mark: string | null }[]
  /** Its sums stand under their own columns, wherever a layout has them. */
  footer: { label: string; cells: Partial<Record<string, string>> }[]
  signatures: { key: string; lines: string[] }[]
  caption: string
  /**
   * Under the form, on the screen as in each of its files: what its signs mean, whose indexes, what of it is of earlier
   * days, what was accepted.
   */
  notes: string[]
  seal: { lines: string[]; code: string; link: string | null } | null
  /** At the foot of its paper: which report it is, and when it was made. */
  foot: string
}

export interface FormKind {
  /** `origin`: of the console, for the QR code on a sealed form. */
  written(document: FiscalDocument, language: Locale, seal?: SealShown, origin?: string): WrittenForm
  sheetOf(document: FiscalDocument, layout: Pick<Layout, 'columns' | 'texts'>, t: Translate): Sheet
  /** Its rows say what stands in the way of their figures. */
  isMarked: boolean
}
