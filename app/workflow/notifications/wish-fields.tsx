import type { Wishes } from '../../../backend/workflow/notifications/subscriptions.contract'
import { useShell } from '../../console/shell-context'
import { Check, describe, Field, FieldSet, Input } from '../../ui/field'
import { quietFields, timeText, type QuietField } from './subscription-form'

/** When e-mail is to wait, and what comes in any case. */
interface WishFieldsProps {
  wishes: Wishes
  /** The two times as they were sent, and those of them that are no time. */
  typed?: Record<QuietField, string>
  wrong?: readonly QuietField[]
}

export function WishFields({ wishes, typed, wrong = [] }: WishFieldsProps) {
  const { t } = useShell()
  const errorOf = (name: QuietField) => (wrong.includes(name) ? t('subscriptions:quiet.both') : undefined)
  return (
    <FieldSet
      id="wishes"
      className="mt-6"
      label={t('subscriptions:quiet.title')}
      help={t('subscriptions:quiet.about')}
    >
      <div className="flex flex-wrap gap-4">
        {quietFields.map(name => (
          <Field key={name} id={name} label={t(`subscriptions:quiet.${name}`)} error={errorOf(name)}>
            <Input
              {...describe({ id: name, error: errorOf(name) })}
              type="time"
              name={name}
              defaultValue={typed?.[name] ?? timeText(wishes[name])}
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
