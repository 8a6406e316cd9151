import { useShell } from '../../console/shell-context'

export interface CountLink {
  key: string
  label: string
  count: number
  href: string
  current: boolean
}

/** How many rows of each kind; every number is a link to exactly those. */
export function CountLinks({ label, links }: { label: string; links: readonly CountLink[] }) {
  const { format } = useShell()
  return (
    <ul
      className="no-print mb-2 flex flex-wrap gap-x-4 gap-y-1 [&_[aria-current]]:font-bold"
      aria-label={label}
    >
      {links.map(({ key, label: words, count, href, current }) => (
        <li key={key}>
          <a className="link" href={href} aria-current={current ? 'page' : undefined}>
            {words}
          </a>{' '}
          {format.number(count)}
        </li>
      ))}
    </ul>
  )
}
