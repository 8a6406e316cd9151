/** How the console meets somebody: language, time zone, density. Saved with the account, and in this browser. */
import { z } from 'zod'
import { PanelSettings } from '../../console/panel-settings'
import { useShell, useLoaded } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'
import { ownProfile } from './own.server'
import { cardOf, ProfileFrame, profilePath } from './profile-frame'

const zoneIn = z.looseObject({ time_zone: z.string().nullish() })

export const loader = guarded('signed-in', async context => {
  const [own, preferences] = await Promise.all([
    ownProfile(context),
    context.api.call('GET', '/api/settings/v1/preferences', { schema: zoneIn }),
  ])
  return {
    title: context.t('console:crumbs.account-information'),
    card: cardOf(own),
    username: own.username,
    email: own.user_email,
    zone: preferences.time_zone ?? '',
  }
})

export default function AccountInformationPage() {
  const { title, card, username, email, zone } = useLoaded<typeof loader>()
  const { t } = useShell()
  return (
    <ProfileFrame page="account-information" title={title} card={card}>
      <Section
        title={t('profile:account')}
        more={
          <LinkButton size="sm" href={profilePath('personal-information')} icon="edit">
            {t('profile:change')}
          </LinkButton>
        }
      >
        <Facts
          items={[
            { key: 'username', label: t('console:profile.username'), value: username },
            { key: 'email', label: t('console:profile.email'), value: email ?? '–' },
          ]}
        />
      </Section>
      <Section title={t('profile:reading')}>
        <PanelSettings zone={zone} />
      </Section>
    </ProfileFrame>
  )
}
