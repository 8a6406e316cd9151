/**
 * What stands over a fiscal form, in the reader's language: what it comes to, how complete it is, and what its header
 * lacks.
 */
import {
  oncePerSlot,
  type FiscalDocument,
} from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Facts } from '../../ui/facts'
import { Status } from '../../ui/status'
import { signs } from './form-notes'

export function FormFacts({
  document,
  unknown,
  hasEvidence,
}: {
  document: FiscalDocument
  unknown: readonly string[]
  /** Whoever reads it may follow a figure to where it comes from. */
  hasEvidence: boolean
}) {
  const { t, format } = useShell()
  const { rows, totals, currency, days } = document
  const counted = document.kind === 'day' ? oncePerSlot(rows) : rows
  const missing = counted.reduce((sum, row) => sum + row.missing_hours, 0)
  // Of a month: what nothing is known of is no complete figure, whatever the days that are there say.
  const open = days.filter(({ closed }) => !closed).length
  const held = counted.reduce((sum, row) => sum + row.held, 0)
  const decided = counted.reduce((sum, row) => sum + row.decided, 0)
  const broken = rows.filter(row => row.breaks).length
  return (
    <div className="no-print">
      <Facts
        items={[
          {
            key: 'takings',
            label: t('fiscal:facts.takings'),
            value: <strong>{format.money({ minor: totals.takings, currency })}</strong>,
          },
          {
            key: 'data',
            label: t('fiscal:facts.data'),
            value:
              missing > 0 ? (
                <Status mark="warn">{t('fiscal:gaps.hours', { count: missing })}</Status>
              ) : open > 0 ? (
                <Status mark="warn">{t('fiscal:facts.days_missing', { count: open })}</Status>
              ) : (
                <Status mark="good">{t('engine:report.complete')}</Status>
              ),
          },
          {
            key: 'repairs',
            label: t('fiscal:facts.repairs'),
            value:
              held > 0 && !hasEvidence ? (
                t('engine:report.repairs', { count: held })
              ) : held > 0 ? (
                <a className="link" href={`/repairs?location=${document.location._id}&state=open`}>
                  {t('engine:report.repairs', { count: held })}
                </a>
              ) : (
                t('fiscal:facts.decided', { count: decided })
              ),
          },
          {
            key: 'difference',
            label: t('fiscal:facts.difference'),
            value: format.money({ minor: totals.difference, currency }),
          },
        ]}
      />
      {broken > 0 || unknown.length > 0 ? (
        <Alert tone="warn" className="mb-2">
          <ul>
            {broken > 0 ? <li>{t('fiscal:breaks', { count: broken })}</li> : null}
            {unknown.length > 0 ? (
              <li>
                {t('fiscal:unknown', { what: format.list(unknown.map(name => t(`fiscal:header.${name}`))) })}
              </li>
            ) : null}
          </ul>
        </Alert>
      ) : null}
    </div>
  )
}

export function useMarks(): Readonly<Record<string, string>> {
  const { t } = useShell()
  return Object.fromEntries(Object.keys(signs).map(mark => [mark, t(`fiscal:marks.${mark}`)]))
}
