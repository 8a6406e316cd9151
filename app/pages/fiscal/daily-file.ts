/** A daily fiscal report as CSV or XLSX. */
import { guarded } from '../../session/guard.server'
import { dailyReportsRule, fileOfForms, readDaily } from './fiscal.server'

export const loader = guarded(dailyReportsRule, async context => {
  const { document, seal } = await readDaily(context)
  const title = context.t('fiscal:file', { location: document.location.name, period: document.period })
  return fileOfForms(context, [document], [seal], title)
})
