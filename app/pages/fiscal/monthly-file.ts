/** A monthly fiscal report as CSV or XLSX. */
import { guarded } from '../../session/guard.server'
import { fileOfForms, monthlyReportsRule, readMonthly } from './fiscal.server'

export const loader = guarded(monthlyReportsRule, async context => {
  const { documents, seals, location, month } = await readMonthly(context)
  return fileOfForms(
    context,
    documents,
    seals,
    context.t('fiscal:file', { location: location.name, period: month }),
  )
})
