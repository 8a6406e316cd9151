/** Who is signed in: the profile's card and a summary. */
import { useShell, useLoaded } from '../../console/shell-context'
import { localeNames } from '../../i18n/locales'
import { roleNamed } from '../../i18n/role-name'
import { guarded } from '../../session/guard.server'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'
import { ownProfile } from './own.server'
import { cardOf, ProfileFrame } from './profile-frame'

export const loader = guarded('signed-in', async context => {
  const own = await ownProfile(context)
  return {
    title: context.t('console:crumbs.profile-overview'),
    card: cardOf(own),
    roles: context.user.roles,
    profile: own,
  }
})

export default function ProfileOverviewPage() {
  const { title, card, roles, profile } = useLoaded<typeof loader>()
  const { t, format, locale, timeZone } = useShell()
  const fact = (key: string, value: string | null | undefined) => ({
    key,
    label: t(`console:profile.${key}`),
    value: value || '–',
  })
  return (
    <ProfileFrame page="profile-overview" title={title} card={card}>
      <Section title={t('console:profile.about')}>
        <Facts
          items={[
            fact('username', profile.username),
            fact('job', profile.job_title),
            fact('email', profile.user_email),
            fact('verified', t(profile.email_is_verified ? 'profile:verified' : 'profile:not_verified')),
            fact('phone', profile.phone_number),
            fact('roles', roles.map(role => roleNamed(role, t)).join(', ')),
            fact('language', localeNames[locale]),
            fact('timeZone', timeZone),
            fact('password', format.dateTime(profile.password_changed_at)),
          ]}
        />
      </Section>
    </ProfileFrame>
  )
}
