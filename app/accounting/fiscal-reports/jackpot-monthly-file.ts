/** A monthly jackpot report as CSV, XLSX or PDF. */
import { guarded } from '../../session/guard.server'
import { monthlyReportsRule, readMonthly } from './fiscal.server'
import { fileOfForms } from './form-files.server'
import { jackpotForm } from './jackpot-form'

export const loader = guarded(monthlyReportsRule, async context => {
  const { documents, seals, location, month } = await readMonthly(context)
  return fileOfForms(context, {
    documents,
    seals,
    title: context.t('fiscal:jackpots.file', { location: location.name, period: month }),
    kind: jackpotForm,
  })
})
