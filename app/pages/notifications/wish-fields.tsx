import type { Wishes } from '../../../backend/notifications/subscriptions.contract'
import { useShell } from '../../console/shell-context'
import { Check, describe, Field, FieldSet, Input } from '../../ui/field'
import { timeText } from './subscription-form'

/** When e-mail is to wait, and what comes in any case. */
export function WishFields({ wishes }: { wishes: Wishes }) {
  const { t } = useShell()
  return (
    <FieldSet
      id="wishes"
      className="mt-6"
      label={t('subscriptions:quiet.title')}
      help={t('subscriptions:quiet.about')}
    >
      <div className="flex flex-wrap gap-4">
        {(['quiet_from', 'quiet_to'] as const).map(name => (
          <Field key={name} id={name} label={t(`subscriptions:quiet.${name}`)}>
            <Input
              {...describe({ id: name })}
              type="time"
              name={name}
              defaultValue={timeText(wishes[name])}
            />
          </Field>
        ))}
      </div>
      {(['alarms_in_quiet', 'escalations'] as const).map(name => (
        <Check
          key={name}
          name={name}
          value="1"
          defaultChecked={wishes[name]}
          label={t(`subscriptions:quiet.${name}`)}
        />
      ))}
    </FieldSet>
  )
}
