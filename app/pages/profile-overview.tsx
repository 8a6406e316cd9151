/** Who is signed in. The profile's forms come with the pages of the specification's section "User profile screens". */
import { useLoaderData } from '@remix-run/react'
import { useShell } from '../console/shell-context'
import { localeNames } from '../i18n/locales'
import { guarded } from '../session/guard.server'
import { LinkButton } from '../ui/button'
import { Facts } from '../ui/facts'
import { PageHeader, Section } from '../ui/page'

export const loader = guarded('signed-in', ({ user, t }) => {
  const { full_name, username, roles, user_profile } = user
  return {
    title: t('console:crumbs.profile-overview'),
    profile: {
      name: full_name || username,
      username,
      roles,
      email: user_profile?.user_email,
      phone: user_profile?.phone_number,
      job: user_profile?.job_title,
    },
  }
})

export default function ProfileOverviewPage() {
  const { profile } = useLoaderData<typeof loader>()
  const { t, locale, timeZone, path } = useShell()
  const fact = (key: string, value: string | null | undefined) => ({
    key,
    label: t(`console:profile.${key}`),
    value: value || '–',
  })
  return (
    <>
      <PageHeader
        title={profile.name}
        commands={
          <LinkButton href={`/panel/settings?from=${encodeURIComponent(path)}`} icon="edit">
            {t('console:panel.settings')}
          </LinkButton>
        }
      />
      <Section title={t('console:profile.about')}>
        <Facts
          items={[
            fact('username', profile.username),
            fact('job', profile.job),
            fact('email', profile.email),
            fact('phone', profile.phone),
            fact(
              'roles',
              profile.roles
                .map(role =>
                  t([`console:profile.roleNames.${role}`, 'console:profile.roleNames.other'], { role }),
                )
                .join(', '),
            ),
            fact('language', localeNames[locale]),
            fact('timeZone', timeZone),
          ]}
        />
      </Section>
    </>
  )
}
