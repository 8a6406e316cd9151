import { Icon } from '../ui/icon'
import { MenuLink } from '../ui/menu'
import { Avatar } from './avatar'
import { HELP } from './help-topics'
import { useShell } from './shell-context'

/** My Profile and Sign Out. Signing out changes something, so it is a form. */
export function UserMenu() {
  const { user, t } = useShell()
  if (!user) return null
  return (
    <details className="pop pop-end" {...{ name: 'menu' }}>
      <summary
        className="bar-item caret own-menu"
        aria-label={t('console:frame.userMenu', { name: user.name })}
      >
        {user.picture ? <Avatar picture={user.picture} size={20} /> : <Icon name="user" />}
        <span className="who" data-short={initials(user.name)}>
          {shortName(user.name)}
        </span>
      </summary>
      <form method="post" action="/logout" className="sheet">
        <p className="sheet-who">{user.name}</p>
        <ul className="sheet-list">
          <MenuLink href="/user-profile/">{t('console:frame.profile')}</MenuLink>
          <MenuLink href={HELP}>{t('console:frame.help')}</MenuLink>
          <li className="rule">
            <button type="submit">{t('console:frame.signOut')}</button>
          </li>
        </ul>
      </form>
    </details>
  )
}

/** "Ana Maria Popescu" is "A. Popescu" in the bar. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${Array.from(words[0] ?? '')[0]}. ${last}` : last
}

/** "Ana Maria Popescu" is "AP" where the bar is narrow. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return (words.length > 1 ? [words[0], words.at(-1)] : words).map(word => Array.from(word ?? '')[0]).join('')
}
