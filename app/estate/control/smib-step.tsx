/** Before harm: one sentence that says what will happen, the way back first, then the button. */
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { Check } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { OrderForm, reasonField, type OrderField } from '../../engine/form/order-form'
import { FreeSmibs } from './free-smibs'
import { loadStep, performStep, type StepData } from './smib-step.server'
import { isStep, SMIB_CONTROL, steps } from './smib-steps'

const needs = ({ params }: { params: Readonly<Record<string, string | undefined>> }) => ({
  all: ['smib::list' as const, ...(isStep(params.step) ? [steps[params.step]] : [])],
})

export const loader = guarded(needs, context => loadStep(context))
export const action = guarded(needs, performStep, { keepsAnswer: true })

export default function SmibStepPage() {
  const loaded = useLoaded<typeof loader>()
  const answer = useAnswer<StepData>()
  const data: StepData = { ...loaded, answered: answer?.answered, password: answer?.password }
  const { t } = useShell()
  const {
    title,
    step,
    control: { smib, slot },
    password,
  } = data
  const back = `${SMIB_CONTROL}/${smib._id}`
  const needsSlot = step === 'replace' || step === 'unassign'
  if (password !== undefined) return <NewPassword title={title} password={password} back={back} />
  return (
    <>
      <PageHeader title={title} />
      {smib.archived_at !== null || (needsSlot && smib.slot === null) ? (
        <>
          <Alert
            tone="warn"
            className="mb-2"
            title={t(smib.archived_at === null ? 'errors:codes.not_assigned' : 'errors:codes.archived')}
          />
          <LinkButton href={back}>{t('smib-control:back')}</LinkButton>
        </>
      ) : (
        <>
          {needsSlot && slot && slot.unassign_rule !== 'allowed' ? (
            <Alert tone="info" className="mb-2" title={t('smib-control:rule_note')}>
              <p>{t(`control:rules.${slot.unassign_rule}`)}</p>
            </Alert>
          ) : null}
          <Form data={data} back={back} />
        </>
      )}
    </>
  )
}

function Form({
  data: {
    step,
    control: { smib },
    free,
    key,
    answered,
  },
  back,
}: {
  data: StepData
  back: string
}) {
  const { t } = useShell()
  const here = `${back}/${step}`
  const about = {
    intent: step,
    answered,
    formKey: key,
    action: here,
    checkHref: back,
    backHref: back,
    danger: true,
    submit: t(`smib-control:steps.${step}.submit`),
  }
  const effect = t(`smib-control:steps.${step}.effect`, {
    mac: smib.mac,
    slot: smib.slot?.name ?? '',
    location: smib.location.name,
  })
  if (step === 'replace' && free)
    return (
      <FreeSmibs
        free={free}
        smib={smib}
        here={here}
        form={fields => <OrderForm {...about} effect={effect} fields={[...fields, reasonField(t)]} />}
        back={back}
      />
    )
  if (step === 'restart') return <OrderForm {...about} effect={effect} fields={[modeField(t)]} />
  return (
    <OrderForm {...about} effect={effect} fields={[reasonField(t)]}>
      {step === 'refresh-password' ? (
        <input type="hidden" name="expected" value={smib.password_changed_at ?? ''} />
      ) : null}
    </OrderForm>
  )
}

/** Bluetooth is for whoever stands at the slot: most restarts are ordered from afar. */
const USUAL_MODE = '1'

/** Specification, section 4: 1 without bluetooth, 2 with it. */
const modeField = (t: ReturnType<typeof useShell>['t']): OrderField => ({
  name: 'mode',
  label: t('smib-control:steps.restart.mode'),
  group: true,
  control: ({ id, name, typed }) => (
    <>
      {[1, 2].map(mode => (
        <Check
          key={mode}
          type="radio"
          id={mode === 1 ? `${id}-first` : undefined}
          name={name}
          value={mode}
          required
          defaultChecked={(typed || USUAL_MODE) === String(mode)}
          label={t(`smib-control:steps.restart.modes.${mode}`)}
        />
      ))}
    </>
  ),
})

function NewPassword({ title, password, back }: { title: string; password: string; back: string }) {
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <Alert tone="warn" className="mb-3" title={t('smib-control:password.once')}>
        <p>{t('smib-control:password.told')}</p>
      </Alert>
      <p className="mb-1 text-sm" id="password-label">
        {t('smib-control:password.label')}
      </p>
      <p className="mb-3">
        <output aria-labelledby="password-label" className="select-all font-mono text-xl">
          {password}
        </output>
      </p>
      <LinkButton href={back} tone="primary">
        {t('smib-control:password.noted')}
      </LinkButton>
    </>
  )
}
