/** A new installation leads its administrator: what is done is ticked, the first that is not is the button. */
import type { FirstStep } from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { LinkButton } from '../../ui/button'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'

const pages: Readonly<Record<FirstStep['name'], string>> = {
  tenant: `${resourcePaths.tenants}/new`,
  location: `${resourcePaths.locations}/new`,
  slots: '/slots-import',
  smibs: `${resourcePaths.smibs}/new`,
  token: `${resourcePaths['api-tokens']}/new`,
  reading: resourcePaths['slots-offline'],
  users: '/acl/users/new',
}

export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const { t } = useShell()
  const next = steps.find(step => !step.done)?.name
  return (
    <Section title={t('overview:first.title')}>
      <p className="prose-width">{t('overview:first.about')}</p>
      <ol className="list-decimal ps-6">
        {steps.map(({ name, done }) => (
          <li key={name} className="py-1">
            {done ? (
              <Status mark="good">{t(`overview:first.${name}`)}</Status>
            ) : (
              <LinkButton href={pages[name]} {...(name === next && { tone: 'primary' })}>
                {t(`overview:first.${name}`)}
              </LinkButton>
            )}{' '}
            <span>{t(done ? 'overview:first.done' : `overview:first.what.${name}`)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
