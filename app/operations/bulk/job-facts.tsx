import { useShell } from '../../console/shell-context'
import { when } from '../../console/when'
import { Facts } from '../../ui/facts'
import { Status } from '../../ui/status'
import { BULK, outcomeMarks, outcomeWord } from './job-words'
import type { JobData } from './job.server'
import { RecordLink } from '../../engine/components/record-link'

/** Facts about a job: its author, time and options, and later jobs that followed it. */
export function JobFacts({ page: { job, summary } }: { page: JobData }) {
  const { t, format } = useShell()
  const fact = (key: string, value: React.ReactNode, wide = false) => ({
    key,
    label: t(`bulk:fields.${key}`),
    value,
    wide,
  })
  const yes = (value: boolean) => t(value ? 'engine:yes' : 'engine:no')
  return (
    <>
      <Facts
        items={[
          fact('reason', job.reason, true),
          fact(
            'tenant',
            job.tenant ? (
              <RecordLink to="tenants" id={job.tenant._id}>
                {job.tenant.name}
              </RecordLink>
            ) : (
              t('bulk:several_tenants')
            ),
          ),
          fact('created_by', job.created_by),
          fact('created_at', when(job.created_at, { format })),
          fact('confirmed_by', job.confirmed_by ?? '–'),
          fact('confirmed_at', when(job.confirmed_at, { format })),
          fact('started_at', when(job.started_at, { format })),
          fact('finished_at', when(job.finished_at, { format })),
          fact('wave_size', format.number(job.wave_size)),
          fact('wave_pause', format.duration(job.wave_pause_ms)),
          ...(job.next_wave_at === null || job.state === 'stopping'
            ? []
            : [fact('next_wave_at', when(job.next_wave_at, { format }))]),
          fact('with_credits', yes(job.with_credits)),
          fact('with_offline', yes(job.with_offline)),
          ...(job.origin_id && job.origin_kind
            ? [
                fact(
                  'origin',
                  <a className="link" href={`${BULK}/${job.origin_id}`}>
                    {t(`bulk:origin.${job.origin_kind}`)}
                  </a>,
                ),
              ]
            : []),
        ]}
      />
      {summary.later.length > 0 ? (
        <>
          <h3 className="mt-3">{t('bulk:later_jobs')}</h3>
          <ul className="list-disc pl-5">
            {summary.later.map(one => (
              <li key={one._id}>
                <a className="link" href={`${BULK}/${one._id}`}>
                  {t(`bulk:action.${one.action}`)}, {format.dateTime(one.created_at)}
                </a>{' '}
                <Status mark={outcomeMarks[one.outcome]}>{outcomeWord(t, one)}</Status>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}
