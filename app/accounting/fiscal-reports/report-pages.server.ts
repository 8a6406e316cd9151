/** What the pages of a report load, as takings or as jackpots: the same stored report, another form. */
import type { DailyReport } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { MonthlyReport } from '../../../backend/accounting/fiscal-reports/monthly-reports.contract'
import type { Notice } from '../../engine/address/list-spec'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import {
  languageOf,
  noticesOf,
  readDaily,
  readMonthly,
  type FormShown,
  type WrittenForm,
} from './fiscal.server'
import { kindOf } from './form-kinds.server'
import { titleOfReport } from './form-parts'

type Variant = keyof typeof kindOf

interface Shown {
  title: string
  crumbs: Record<string, string>
  notices: Notice[]
}
export interface DailyShown extends Shown {
  report: DailyReport
  form: WrittenForm
}
export interface MonthlyShown extends Shown {
  report: Pick<MonthlyReport, 'location' | 'month' | 'state'>
  forms: FormShown[]
  seals: MonthlyReport['seals']
}

const written = (
  context: GuardedContext,
  variant: Variant,
  document: FiscalDocument,
  seal?: DailyReport['seal'],
): WrittenForm =>
  kindOf[variant].written(document, languageOf(context, document), seal, publicAddress(context.url).origin)

export async function loadDaily(context: GuardedContext, variant: Variant): Promise<DailyShown> {
  const report = await readDaily(context)
  const title = titleOfReport(context, variant, report.document)
  return {
    title,
    crumbs: { [report._id]: title },
    report,
    form: written(context, variant, report.document, report.seal),
    notices: noticesOf(context),
  }
}

export async function loadMonthly(context: GuardedContext, variant: Variant): Promise<MonthlyShown> {
  const { location, month, state, documents, seals } = await readMonthly(context)
  const { t, locale, timeZone } = context
  const title = t(variant === 'takings' ? 'fiscal:named' : 'fiscal:jackpots.named', {
    location: location.name,
    period: formatter(locale, timeZone).month(month),
  })
  return {
    title,
    crumbs: { [`${location._id}-${month}`]: title },
    report: { location, month, state },
    forms: documents.map((document, at) => ({
      document,
      form: written(context, variant, document, seals[at]),
    })),
    seals,
    notices: noticesOf(context),
  }
}
