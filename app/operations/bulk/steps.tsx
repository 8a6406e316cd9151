/** The buttons of a bulk action. Each is a form of its own, with a text next to it that says what it will do. */
import type { ReactNode } from 'react'
import { isOver, type BulkStep } from '../../../backend/operations/bulk/bulk.contract'
import { useShell } from '../../console/shell-context'
import { withWayBack } from '../../engine/address/way-back'
import { formatter } from '../../i18n/format'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { BULK } from './job-words'
import type { JobData } from './job.server'

interface StepFormProps {
  page: JobData
  intent: BulkStep
  danger?: boolean
  primary?: boolean
  /** Further fields that the button sends. */
  send?: Record<string, string>
  children: ReactNode
}

function StepForm({ page: { job, key, back }, intent, danger, primary, send = {}, children }: StepFormProps) {
  return (
    <form method="post" action={withWayBack(`${BULK}/${job._id}`, back)} className="contents">
      <input type="hidden" name="idempotency_key" value={key} />
      {Object.entries(send).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button name="intent" value={intent} tone={danger ? 'danger' : primary ? 'primary' : 'neutral'}>
        {children}
      </Button>
    </form>
  )
}

/** Says what will happen to how many slots, and how; the button follows. The focus is on the way back. */
export function Confirm({ page }: { page: JobData }) {
  const { t, locale } = useShell()
  const { job } = page
  const waves = Math.ceil(job.planned / job.wave_size)
  const zone = job.unlock_zone
  return (
    <div className="prose-width mb-3">
      {job.planned === 0 ? (
        <Alert tone="warn" className="mb-2" title={t('bulk:nothing')} />
      ) : (
        <>
          <p className="mb-2">{t(`slots:effect.${job.action}`)}</p>
          <p className="mb-2">
            {t('bulk:in_waves', { count: waves, size: job.wave_size })}{' '}
            {job.wave_pause_ms > 0 && waves > 1
              ? t('bulk:pause_between', { count: job.wave_pause_ms / 1_000 })
              : null}
          </p>
          {job.unlock_at !== null && zone ? (
            <p className="mb-2 font-semibold">
              {t('bulk:unlock_planned', { time: formatter(locale, zone).exact(job.unlock_at) })}
            </p>
          ) : null}
        </>
      )}
      <Terms page={page} />
      <div className="flex flex-wrap gap-2">
        <LinkButton href={BULK} autoFocus>
          {t('bulk:later')}
        </LinkButton>
        {job.planned > 0 ? (
          <StepForm
            page={page}
            intent="confirm"
            danger={job.action === 'lock'}
            primary={job.action === 'unlock'}
          >
            {t(`slots:do.${job.action}`, { count: job.planned })}
          </StepForm>
        ) : null}
        <StepForm page={page} intent="discard">
          {t('bulk:steps.discard')}
        </StepForm>
      </div>
    </div>
  )
}

/**
 * Slots that were left out for credits or silence can be included here, and excluded again: a new preview of the same
 * slots.
 */
function Terms({ page }: { page: JobData }) {
  const { t } = useShell()
  const { job, summary } = page
  if (job.origin_id !== null) return null
  const terms = [
    { name: 'with_credits', isOn: job.with_credits, out: summary.reasons.credits ?? 0, lockOnly: true },
    { name: 'with_offline', isOn: job.with_offline, out: summary.reasons.offline ?? 0, lockOnly: false },
  ].filter(({ isOn, out, lockOnly }) => (isOn || out > 0) && (job.action === 'lock' || !lockOnly))
  return terms.map(({ name, isOn, out }) => (
    <div key={name} className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{t(`bulk:terms.${name}.${isOn ? 'in' : 'out'}`, { count: out })}</span>
      <StepForm page={page} intent="choose" send={{ [name]: isOn ? '0' : '1' }}>
        {t(`bulk:terms.${name}.${isOn ? 'leave' : 'take'}`)}
      </StepForm>
    </div>
  ))
}

/** While it runs it can be stopped; once it is over it can be repeated and taken back. */
export function Steps({ page }: { page: JobData }) {
  const { t } = useShell()
  const { job, summary } = page
  const inverse = job.action === 'lock' ? 'unlock' : 'lock'
  return (
    <div className="no-print mb-3 grid justify-items-start gap-2">
      {job.state === 'queued' || job.state === 'running' ? (
        <SidePanel about={t('bulk:about.stop')}>
          <StepForm page={page} intent="stop" danger>
            {t('bulk:steps.stop')}
          </StepForm>
        </SidePanel>
      ) : null}
      {isOver(job.state) && summary.invertible > 0 ? (
        <SidePanel about={t(`bulk:about.${inverse}`)}>
          {/* Letting slots go harms nobody and begins at once; locking them is looked at first. */}
          <StepForm
            page={page}
            intent="inverse"
            primary={inverse === 'unlock'}
            {...(inverse === 'unlock' && { send: { start: '1' } })}
          >
            {t(`bulk:inverse.${inverse}`, { count: summary.invertible })}
          </StepForm>
        </SidePanel>
      ) : null}
      {isOver(job.state) && summary.retryable > 0 ? (
        <SidePanel about={t('bulk:about.retry')}>
          <StepForm page={page} intent="retry">
            {t('bulk:steps.retry', { count: summary.retryable })}
          </StepForm>
        </SidePanel>
      ) : null}
      <Unlock page={page} />
    </div>
  )
}

const SidePanel = ({ about, children }: { about: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {children}
    <span className="text-sm">{about}</span>
  </div>
)

function Unlock({ page }: { page: JobData }) {
  const { t, locale } = useShell()
  const { unlock_at, unlock_zone, unlock_state } = page.job
  if (unlock_at === null || unlock_state === null) return null
  const time = formatter(locale, unlock_zone ?? 'UTC').exact(unlock_at)
  return (
    <Alert
      tone={unlock_state === 'waiting' ? 'info' : 'muted'}
      title={t(`bulk:unlock_state.${unlock_state}`, { time })}
    >
      {unlock_state === 'waiting' ? (
        <div className="mt-2">
          <StepForm page={page} intent="cancel-unlock">
            {t('bulk:steps.cancel_unlock')}
          </StepForm>
        </div>
      ) : null}
    </Alert>
  )
}
