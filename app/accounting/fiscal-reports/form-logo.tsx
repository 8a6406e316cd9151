/**
 * The logo on a tenant's forms: a form of its own, since a browser does not fill in a chosen file again when the
 * layout is shown anew.
 */
import type { LayoutAnswer } from '../../../backend/accounting/fiscal-reports/form-layout.contract'
import { useShell } from '../../console/shell-context'
import { Section } from '../../ui/page'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import type { Answered } from '../../engine/form/orders.server'
import { FormLogoImage } from './form'

interface LogoSectionProps {
  own: LayoutAnswer
  action: string
  formKey: string
  answered: Answered | undefined
  mayChange: boolean
  megabytes: number
}

export function LogoSection({ own, action, formKey, answered, mayChange, megabytes }: LogoSectionProps) {
  const { t } = useShell()
  const forms = { answered, formKey, action, checkHref: action }
  return (
    <Section title={t('fiscal:logo.title')}>
      {own.logo ? (
        <FormLogoImage logo={own.logo} alt={own.tenant.name} />
      ) : (
        <p className="prose-width">{t('fiscal:logo.none')}</p>
      )}
      {mayChange ? (
        <OrderForm
          {...forms}
          intent="logo"
          effect={t('fiscal:logo.effect')}
          submit={t('fiscal:logo.save')}
          fields={[
            {
              name: 'logo',
              label: t('fiscal:logo.file'),
              help: t('fiscal:logo.help', { megabytes }),
              control: ({ name, described }) => (
                <input
                  {...described}
                  type="file"
                  name={name}
                  accept=".png,.jpg,.jpeg,image/png,image/jpeg"
                  className="file-input"
                />
              ),
            },
            reasonField(t),
          ]}
          sendsFile
        />
      ) : null}
      {mayChange && own.logo ? (
        <details className="no-print" open={answered?.intent === 'no-logo'}>
          <summary>{t('fiscal:logo.remove')}</summary>
          <OrderForm
            {...forms}
            intent="no-logo"
            effect={t('fiscal:logo.remove_effect')}
            submit={t('fiscal:logo.remove')}
            fields={[reasonField(t)]}
          />
        </details>
      ) : null}
    </Section>
  )
}
