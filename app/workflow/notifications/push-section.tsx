/** One's own browsers that show notifications while no page is open, and a way to add this one. */
import type { z } from 'zod'
import { pushSeverity, type pushAnswer } from '../../../backend/workflow/webhooks/push.contract'
import { useShell } from '../../console/shell-context'
import { Island } from '../../islands/island'
import { Button } from '../../ui/button'
import { Field, FormActions, Select } from '../../ui/field'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'

const ACTION = '/notifications/push'

export function PushSection({
  push: { key, browsers },
  once,
}: {
  push: z.output<typeof pushAnswer>
  /** The form's key: pressed twice, it is done once. */
  once: string
}) {
  const { t, format } = useShell()
  const severityOf = (severity: string) => t(`notifications:severity.${severity}`)
  return (
    <Section id="push" title={t('subscriptions:push.title')}>
      <p className="prose-width mb-3">{t('subscriptions:push.about')}</p>
      {browsers.length === 0 ? null : (
        <DataTable
          caption={t('subscriptions:push.title')}
          columns={[
            { key: 'name', label: t('subscriptions:push.columns.browser') },
            { key: 'sent_to', label: t('subscriptions:push.columns.service'), mono: true, rank: 2 },
            { key: 'severity', label: t('subscriptions:push.least'), rank: 3 },
            { key: 'created_at', label: t('subscriptions:push.columns.since') },
            { key: 'acts', label: '', acts: true },
          ]}
          rows={browsers.map(one => ({
            key: one._id,
            cells: [
              one.name,
              one.sent_to,
              severityOf(one.severity),
              format.dateTime(one.created_at),
              <form key="acts" method="post" action={ACTION} className="flex gap-2">
                <input type="hidden" name="id" value={one._id} />
                <Button name="intent" value="test">
                  {t('subscriptions:push.test')}
                </Button>
                <Button name="intent" value="remove">
                  {t('subscriptions:push.remove')}
                </Button>
              </form>,
            ],
          }))}
          wholeRows
        />
      )}
      <form method="post" action={ACTION} className="form">
        <input type="hidden" name="idempotency_key" value={once} />
        <input type="hidden" name="intent" value="subscribe" />
        {['endpoint', 'p256dh', 'auth'].map(name => (
          <input key={name} type="hidden" name={name} defaultValue="" />
        ))}
        <Field id="push-severity" label={t('subscriptions:push.least')}>
          <Select
            id="push-severity"
            name="severity"
            defaultValue="alarm"
            options={pushSeverity.options.map(value => ({ value, label: severityOf(value) }))}
          />
        </Field>
        <Island
          name="push"
          props={{
            publicKey: key,
            words: { denied: t('subscriptions:push.denied'), failed: t('subscriptions:push.failed') },
          }}
        >
          <p>{t('subscriptions:push.needs_script')}</p>
        </Island>
        <FormActions>
          <Button disabled>{t('subscriptions:push.begin')}</Button>
        </FormActions>
      </form>
    </Section>
  )
}
