/** A daily jackpot report as CSV, XLSX or PDF. */
import { guarded } from '../../session/guard.server'
import { dailyReportsRule, readDaily } from './fiscal.server'
import { fileOfForms } from './form-files.server'
import { jackpotForm } from './jackpot-form'

export const loader = guarded(dailyReportsRule, async context => {
  const { document, seal } = await readDaily(context)
  const title = context.t('fiscal:jackpots.file', {
    location: document.location.name,
    period: document.period,
  })
  return fileOfForms(context, { documents: [document], seals: [seal], title, kind: jackpotForm })
})
