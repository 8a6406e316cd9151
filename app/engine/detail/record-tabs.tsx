/** The tabs of the record whose page this is, and the pages of the one that is open. Links: no script. */
import { useShell } from '../../console/shell-context'
import { tabsAt } from '../definition/record-tabs'
import { resources } from '../definition/registry'

export function RecordTabs() {
  const { t, can, path } = useShell()
  const tabs = tabsAt(new URL(`http://console${path}`), Object.values(resources), can)
  if (!tabs) return null
  const open = tabs.find(({ isCurrent }) => isCurrent)
  return (
    <div className="record-tabs no-print">
      <nav className="views" aria-label={t('engine:detail.tabs')}>
        <ul>
          {tabs.map(({ name, href, isCurrent, pages }) => (
            <li key={name}>
              <a href={href} aria-current={isCurrent ? (pages.length > 1 ? 'true' : 'page') : undefined}>
                {t(name === 'overview' ? 'engine:detail.overview' : `engine:tabs.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {open && open.pages.length > 1 ? (
        <nav className="tab-pages" aria-label={t(`engine:tabs.${open.name}`)}>
          <ul>
            {open.pages.map(({ href, label, isCurrent }) => (
              <li key={href}>
                <a href={href} aria-current={isCurrent ? 'page' : undefined}>
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  )
}
