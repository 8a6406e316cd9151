/** What every page of the profile has: who it is about, and the way to the others. */
import type { ReactNode } from 'react'
import { Avatar, avatarPath } from '../../console/avatar'
import { useShell } from '../../console/shell-context'
import { PageHeader, TwoColumns } from '../../ui/page'

const profilePages = [
  'profile-overview',
  'personal-information',
  'account-information',
  'change-password',
  'second-factor',
  'passkeys',
  'email-settings',
  'sessions',
  'rights',
] as const
export type ProfilePage = (typeof profilePages)[number]
export const profilePath = (page: ProfilePage): string => `/user-profile/${page}`

export interface ProfileCard {
  name: string
  picture: string | null
  job: string | null
  email: string | null
  phone: string | null
}

export function ProfileFrame({
  page,
  title,
  card,
  children,
}: {
  page: ProfilePage
  title: string
  card: ProfileCard
  children: ReactNode
}) {
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <TwoColumns
        main={children}
        side={
          <aside aria-label={card.name}>
            {card.picture ? <Avatar picture={card.picture} size={96} /> : null}
            <p className="alert-title">{card.name}</p>
            {[card.job, card.email, card.phone].map(line => line && <p key={line}>{line}</p>)}
            <nav className="mt-3 no-print" aria-label={t('console:frame.profile')}>
              <ul className="grid gap-1">
                {profilePages.map(one => (
                  <li key={one}>
                    <a
                      className="link"
                      href={profilePath(one)}
                      aria-current={one === page ? 'page' : undefined}
                    >
                      {t(`console:crumbs.${one}`)}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </aside>
        }
      />
    </>
  )
}

export const cardOf = (own: {
  user_id: string
  full_name: string
  username: string
  avatar: string | null
  job_title: string | null
  user_email: string | null
  phone_number: string | null
}): ProfileCard => ({
  name: own.full_name || own.username,
  picture: avatarPath(own.user_id, own.avatar),
  job: own.job_title,
  email: own.user_email,
  phone: own.phone_number,
})
