/** How a fiscal form looks: which columns in which order, in whose language. A layout is a data file. */
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { formLayout, type FormLayout } from '../../../backend/accounting/fiscal-reports/form-layout.contract'
import generic from './layouts/generic.json'
import ro from './layouts/ro.json'

export type { FormColumn } from '../../../backend/accounting/fiscal-reports/form-layout.contract'

export type Layout = FormLayout

const read = (file: unknown): Layout => formLayout.parse(file)
const layouts = { ro: read(ro), generic: read(generic) }

/**
 * The Romanian form is for reports in lei. Convention: an accountant of the tenant confirms it before it is called
 * statutory.
 */
export const defaultLayout = (currency: FiscalDocument['currency']): Layout =>
  currency === 'RON' ? layouts.ro : layouts.generic

/** A sealed form's is the one that it was sealed with. */
export const layoutOf = ({ currency, layout }: Pick<FiscalDocument, 'currency' | 'layout'>): Layout =>
  layout ?? defaultLayout(currency)
