import { useShell } from '../../console/shell-context'
import type { SmibControlAnswer } from '../../../backend/estate/smibs/smib-control.contract'
import { FailureNote } from '../../engine/components/failure-note'
import { Button, LinkButton } from '../../ui/button'
import { Section } from '../../ui/page'
import type { Answered } from '../../engine/form/orders.server'
import { steps, type Step } from './smib-steps'

interface SmibFormsProps {
  control: SmibControlAnswer
  here: string
  formKey: string
  answered: Answered | undefined
}

/** A harmless order is a button; a harmful one is a link to a page that explains it first. */
export function SmibForms({ control: { smib }, here, formKey, answered }: SmibFormsProps) {
  const { t, can } = useShell()
  if (smib.archived_at !== null) return null
  const press = (intent: string) => (
    <form key={intent} method="post" action={here}>
      <input
        type="hidden"
        name="idempotency_key"
        value={answered?.intent === intent ? answered.key : formKey}
      />
      <Button name="intent" value={intent}>
        {t(`smib-control:submit.${intent}`)}
      </Button>
    </form>
  )
  const modes = [
    ...(can('smib::toggle_test') ? [smib.test_mode ? 'test_off' : 'test_on'] : []),
    ...(can('smib::toggle_log') ? [smib.log_mode ? 'log_off' : 'log_on'] : []),
  ]
  const open = (step: Step) =>
    can(steps[step]) && (smib.slot !== null || (step !== 'replace' && step !== 'unassign'))
  const links = (['restart', 'replace', 'refresh-password', 'unassign'] as const).filter(open)
  return (
    <>
      {answered?.failure ? (
        <div className="mt-3">
          <FailureNote method="POST" failure={answered.failure} retry={here} />
        </div>
      ) : null}
      {modes.length > 0 ? (
        <Section title={t('smib-control:sections.modes')}>
          <p className="mb-2 prose-width">{t('smib-control:modes_about')}</p>
          <div className="form-actions">{modes.map(press)}</div>
        </Section>
      ) : null}
      {can('smib::send_cmd') ? (
        <Section title={t('smib-control:sections.commands')}>
          <p className="mb-2 prose-width">{t('smib-control:commands_about')}</p>
          <div className="form-actions">
            {['request_meters', 'sync_clock', 'identify', 'resend'].map(press)}
          </div>
        </Section>
      ) : null}
      {links.length > 0 ? (
        <Section title={t('smib-control:sections.interventions')}>
          <p className="mb-2 prose-width">{t('smib-control:interventions_about')}</p>
          <div className="form-actions">
            {links.map(step => (
              <LinkButton
                key={step}
                href={`${here}/${step}`}
                tone={step === 'unassign' ? 'danger' : undefined}
              >
                {t(`smib-control:steps.${step}.open`)}
              </LinkButton>
            ))}
          </div>
        </Section>
      ) : null}
    </>
  )
}
