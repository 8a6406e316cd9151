import type { Entry } from './menu-entry'
import { useShell } from './shell-context'

/** Pages by name, each with what it is for. */
export function PageList({ entries }: { entries: readonly Entry[] }) {
  const { t } = useShell()
  return (
    <ul>
      {entries.map(entry => (
        <li key={entry.path}>
          <a href={entry.path}>{t(`console:entries.${entry.key}.name`)}</a>
          <p>{t(`console:entries.${entry.key}.about`)}</p>
        </li>
      ))}
    </ul>
  )
}
