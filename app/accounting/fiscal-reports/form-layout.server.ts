/** A tenant's own layout as it is typed: what is wrong with it, and how a form would look. */
import { z } from 'zod'
import { dailyReportsContract } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import {
  formLayout,
  layoutAnswer,
  requiredColumns,
  type FormLayout,
  type LayoutAnswer,
} from '../../../backend/accounting/fiscal-reports/form-layout.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { idOf } from '../../engine/data/resource-at.server'
import type { Translate } from '../../i18n/locales'
import type { GuardedContext } from '../../session/guard.server'
import { languageOf, writtenForm, type WrittenForm } from './fiscal.server'
import { dailyReportAnswer } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import { defaultLayout } from './layout'

export const layoutPath = ({ params }: GuardedContext): string =>
  `/api/fiscal-reports/v1/tenant/${idOf(params)}/form-layout`

export const readLayout = (context: GuardedContext): Promise<LayoutAnswer> =>
  context.api.call('GET', layoutPath(context), { schema: layoutAnswer })

export const typedLayout = ({ layout, tenant }: LayoutAnswer): string =>
  JSON.stringify(layout ?? defaultLayout(tenant.currency), null, 2)

/** Sentences that name each problem, or the layout. */
export function layoutIn(typed: string, t: Translate): { layout: FormLayout } | { problems: string[] } {
  let read: unknown
  try {
    read = JSON.parse(typed)
  } catch {
    return { problems: [t('fiscal:layout.problems.json')] }
  }
  const parsed = formLayout.safeParse(read)
  if (parsed.success) return { layout: parsed.data }
  const known = z.enum(['column_missing', 'column_twice', 'column_before'])
  const problems = parsed.error.issues.map(issue => {
    const code = known.safeParse(issue.message)
    const column = issue.code === 'custom' ? String(issue.params?.column ?? '') : ''
    return code.success
      ? t(`fiscal:layout.problems.${code.data}`, { column })
      : t('fiscal:layout.problems.field', { field: issue.path.join('.') || 'JSON' })
  })
  return { problems: [...new Set(problems)].slice(0, requiredColumns.length) }
}

/** The tenant's newest daily report as it would look; null where it has none. */
export async function previewOf(
  context: GuardedContext,
  { tenant }: LayoutAnswer,
  layout: FormLayout,
): Promise<{ document: FiscalDocument; form: WrittenForm } | null> {
  const { rows } = await context.api(dailyReportsContract).list({
    rowsPerPage: 1,
    exactFields: ['tenant'],
    exactValues: [tenant._id],
  })
  const [newest] = rows
  if (!newest) return null
  const path = `/api/fiscal-reports/v1/daily-report/${newest._id}/form`
  const { document } = await context.api.call('GET', path, { schema: dailyReportAnswer })
  const shown = { ...document, layout }
  return { document: shown, form: writtenForm(shown, languageOf(context, shown)) }
}
