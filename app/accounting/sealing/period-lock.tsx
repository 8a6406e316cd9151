/** Up to which day an accountant has locked a location's figures, and the form that sets it. */
import {
  LOCK_PERMISSION,
  type PeriodLock as Lock,
} from '../../../backend/accounting/period-lock/period-lock.contract'
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { Select } from '../../ui/field'
import { Section } from '../../ui/page'
import type { Answered } from '../../engine/form/orders.server'
import { OrderForm, reasonField } from '../../engine/form/order-form'

interface Forms {
  answered: Answered | undefined
  formKey: string
  action: string
  checkHref: string
}

export function PeriodLock({
  desk: { lock, month, days, time_zone },
  forms,
}: {
  desk: MonthDesk
  forms: Forms
}) {
  const { t, locale, can, user } = useShell()
  // Whom rules narrow to a part of the tenant decides nothing for all of it.
  const owners = user?.isNarrowed ? (['location'] as const) : (['location', 'tenant'] as const)
  const format = formatter(locale, time_zone)
  const lockLine = (of: 'location' | 'tenant', { through, set_by, set_at, reason }: Lock) => (
    <p key={of} className="prose-width">
      {t(`fiscal:lock.${of}`, {
        day: format.gamingDay(through),
        name: set_by,
        at: format.dateTime(set_at),
        reason,
      })}
    </p>
  )
  return (
    <Section title={t('fiscal:lock.title')}>
      {lock.location || lock.tenant ? (
        <>
          {lock.location ? lockLine('location', lock.location) : null}
          {lock.tenant ? lockLine('tenant', lock.tenant) : null}
        </>
      ) : (
        <p className="prose-width">{t('fiscal:lock.none')}</p>
      )}
      {can(LOCK_PERMISSION) ? (
        <details className="no-print" open={forms.answered?.intent === 'lock'}>
          <summary>{t('fiscal:lock.open')}</summary>
          <OrderForm
            {...forms}
            intent="lock"
            effect={t('fiscal:lock.effect')}
            submit={t('fiscal:lock.submit')}
            fields={[
              {
                name: 'through',
                label: t('fiscal:lock.through'),
                help: t('fiscal:lock.through_help'),
                control: ({ name, typed, described }) => (
                  <input
                    {...described}
                    type="date"
                    name={name}
                    className="input"
                    defaultValue={
                      forms.answered?.intent === 'lock'
                        ? typed
                        : (lock.location?.through ?? days.at(-1)?.day ?? `${month}-28`)
                    }
                  />
                ),
              },
              {
                name: 'of',
                label: t('fiscal:lock.of'),
                control: ({ name, typed, described }) => (
                  <Select
                    {...described}
                    name={name}
                    defaultValue={typed || 'location'}
                    options={owners.map(value => ({
                      value,
                      label: t(`fiscal:lock.of_${value}`),
                    }))}
                  />
                ),
              },
              reasonField(t),
            ]}
          />
        </details>
      ) : null}
    </Section>
  )
}
