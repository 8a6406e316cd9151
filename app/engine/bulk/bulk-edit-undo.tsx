/** The way back from a change of many rows: its button, what it puts back, and what followed. */
import { inverseAction } from '../../../backend/platform/contract/bulk-edit'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { describe, ErrorSummary, Field, Input } from '../../ui/field'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { actionButton } from '../render/labels'
import { bulkEditHref, bulkEditStateMarks } from '../definition/bulk-edit'
import type { BulkEditJobData } from './bulk-edit-job.server'
import type { Resource } from '../definition/resource'

/** The button only makes a preview, which changes nothing yet. Money needs a reason. */
export function UndoBulkEdit({
  resource,
  data,
  here,
}: {
  resource: Resource
  data: BulkEditJobData
  here: string
}) {
  const { t, can } = useShell()
  const { job, summary, reason } = data
  const action = inverseAction[job.action]
  const permission = resource.contract.permissions[action]
  if (summary.invertible === 0 || !permission || !can(permission)) return null
  const label =
    action === 'update'
      ? t('engine:many.inverse', { count: summary.invertible })
      : actionButton(t, resource.name, action, summary.invertible)
  return (
    <form method="post" action={here} className="no-print mb-3">
      <input type="hidden" name="idempotency_key" value={data.key} />
      {reason.problem ? (
        <ErrorSummary
          title={t('engine:form.problems', { count: 1 })}
          errors={[{ id: 'reason', text: `${t('engine:form.reason')}: ${reason.problem}` }]}
        />
      ) : null}
      {summary.needs_reason ? (
        <Field
          id="reason"
          label={t('engine:form.reason')}
          help={t('engine:many.reason_help')}
          error={reason.problem ?? undefined}
          className="prose-width"
        >
          <Input
            type="text"
            name="reason"
            required
            minLength={3}
            maxLength={200}
            defaultValue={reason.typed}
            {...describe({ id: 'reason', help: true, error: reason.problem })}
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button name="intent" value="inverse">
          {label}
        </Button>
        <span className="text-sm">{t(`engine:many.about_inverse.${job.action}`)}</span>
      </div>
    </form>
  )
}

/** Says which rows will stay unchanged before anything happens. */
export function WhoStays({
  data: { job },
  at,
}: {
  data: BulkEditJobData
  at: (outcome: 'refused' | 'skipped') => string
}) {
  const { t, format } = useShell()
  if (job.state !== 'previewed') return null
  const kinds = (
    [
      ['refused', job.failed],
      ['skipped', job.skipped],
    ] as const
  ).filter(([, count]) => count > 0)
  return (
    <>
      {job.planned === 0 ? <Alert tone="warn" className="mb-2" title={t('engine:many.nothing')} /> : null}
      {kinds.map(([outcome, count]) => (
        <Alert key={outcome} tone="warn" className="mb-2">
          <a className="link" href={at(outcome)}>
            {t(`engine:many.stay.${outcome}`, { count, rows: format.number(count) })}
          </a>
        </Alert>
      ))}
    </>
  )
}

/** The jobs that took this one back. */
export function Followed({ resource, data: { summary } }: { resource: Resource; data: BulkEditJobData }) {
  const { t, format } = useShell()
  if (summary.later.length === 0) return null
  return (
    <Section title={t('engine:many.later')}>
      <ul className="list-disc pl-5">
        {summary.later.map(one => (
          <li key={one._id}>
            <a className="link" href={bulkEditHref(resource, one)}>
              {t('engine:many.origin')}, {format.dateTime(one.created_at)}
            </a>{' '}
            <Status mark={bulkEditStateMarks[one.state]}>{t(`changes:state.${one.state}`)}</Status>
          </li>
        ))}
      </ul>
    </Section>
  )
}
