/** `/slots-import/<id>/commit` and the other steps: what will happen to how many, then the button. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { ApiError } from '../../api/api-error'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { failureOf, type Failure } from '../../engine/data/failure.server'
import { FailureNote } from '../../engine/components/failure-note'
import { problemText } from '../../engine/render/labels'
import { intentIn, keyIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, ErrorSummary, Field, FormActions, Input } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { importPaths, mayImport, steps, type Import, type Step } from './importer'
import { importOf, takeStep } from './importer.server'

const stepOf = (params: Readonly<Record<string, string | undefined>>): Step => {
  const step = steps.find(one => one === params.step)
  if (!step) throw redirect('/error/error-v1')
  return step
}

export const loader = guarded(mayImport, async ctx => {
  const step = stepOf(ctx.params)
  const found = await importOf(ctx)
  return {
    title: ctx.t(`imports:${step}.button`),
    crumbs: { [found._id]: found.file_name },
    step,
    found,
    key: randomUUID(),
  }
})

interface Answered {
  reason: string
  problem: string | null
  failure: Failure | null
  /** Of the next press: after a lost answer the same one. */
  key?: string
}

export const action = guarded(
  mayImport,
  async ctx => {
    const step = stepOf(ctx.params)
    intentIn(ctx.form, [step])
    const found = await importOf(ctx)
    const reason = String(ctx.form.get('reason') ?? '').trim()
    try {
      await takeStep(ctx, found._id, step, reason ? { reason } : {}, keyIn(ctx.form))
      await ctx.toast('good', ctx.t(`imports:${step}.done`))
      return redirect(`${importPaths[found.entity]}/${found._id}`, 303)
    } catch (error) {
      const problem = error instanceof ApiError ? error.fields.reason?.[0] : undefined
      const refuse = (status: number, more: Partial<Answered>) =>
        data<Answered>({ reason, problem: null, failure: null, ...more }, { status })
      if (problem) return refuse(422, { problem: problemText(ctx.t, problem) })
      const failure = failureOf(error)
      return refuse(failure.status, { failure, ...(failure.unknown && { key: keyIn(ctx.form) }) })
    }
  },
  { keepsAnswer: true },
)

export default function StepPage() {
  const { title, step, found, key } = useLoaded<typeof loader>()
  const answered = useAnswer<Answered>()
  const { t } = useShell()
  const back = `${importPaths[found.entity]}/${found._id}`
  const isHarm = step === 'undo' || step === 'discard'
  const asksReason =
    step === 'undo'
      ? found.undo_takes_reason
      : found.needs_reason > 0 && (step === 'commit' || (step === 'resume' && found.stopped_in === 'commit'))
  return (
    <>
      <PageHeader title={title} />
      {answered?.failure ? <FailureNote method="POST" failure={answered.failure} retry={back} /> : null}
      {!found.can[step] ? (
        <>
          <Alert
            tone="warn"
            className="mb-2"
            title={t(found.rows_removed_at === null ? 'imports:not_now' : 'imports:kept_until.gone')}
          />
          <LinkButton href={back}>{t('imports:back')}</LinkButton>
        </>
      ) : (
        <form method="post" action={`${back}/${step}`} className="form">
          <input type="hidden" name="intent" value={step} />
          <input type="hidden" name="idempotency_key" value={answered?.key ?? key} />
          {answered?.problem ? (
            <ErrorSummary
              title={t('engine:form.problems', { count: 1 })}
              errors={[{ id: 'reason', text: `${t('imports:reason')}: ${answered.problem}` }]}
            />
          ) : null}
          <Effect step={step} found={found} />
          {asksReason ? (
            <Field
              id="reason"
              label={t('imports:reason')}
              help={
                step === 'undo'
                  ? t('imports:undo.reason_help')
                  : t('imports:reason_help', { count: found.needs_reason })
              }
              error={answered?.problem ?? undefined}
            >
              <Input
                type="text"
                name="reason"
                required
                minLength={3}
                maxLength={200}
                defaultValue={answered?.reason}
                {...describe({ id: 'reason', help: true, error: answered?.problem })}
              />
            </Field>
          ) : null}
          <FormActions>
            {isHarm ? (
              <LinkButton href={back} autoFocus>
                {t('imports:back')}
              </LinkButton>
            ) : null}
            <Button tone={isHarm ? 'danger' : 'primary'}>
              {step === 'commit' ? t('imports:commit.open', { count: found.counts.ok }) : title}
            </Button>
            {isHarm ? null : <LinkButton href={back}>{t('imports:back')}</LinkButton>}
          </FormActions>
        </form>
      )}
    </>
  )
}

/** How many, and what stays behind. */
function Effect({ step, found }: { step: Step; found: Import }) {
  const { t, format } = useShell()
  const { counts, will } = found
  if (step !== 'commit')
    return (
      <p className="prose-width">
        {t(`imports:${step}.effect`, {
          count: step === 'undo' ? counts.committed : found.rows,
          rows: format.number(step === 'undo' ? counts.committed : found.rows),
        })}
      </p>
    )
  return (
    <div className="prose-width">
      <p>{t('imports:commit.effect')}</p>
      <ul className="my-2 list-disc pl-5">
        {will.create > 0 ? (
          <li>{t('imports:commit.creates', { count: will.create, rows: format.number(will.create) })}</li>
        ) : null}
        {will.update > 0 ? (
          <li>{t('imports:commit.updates', { count: will.update, rows: format.number(will.update) })}</li>
        ) : null}
        {counts.unchanged > 0 ? (
          <li>
            {t('imports:commit.unchanged', {
              count: counts.unchanged,
              rows: format.number(counts.unchanged),
            })}
          </li>
        ) : null}
        {counts.error > 0 ? (
          <li>{t('imports:commit.left', { count: counts.error, rows: format.number(counts.error) })}</li>
        ) : null}
      </ul>
    </div>
  )
}
