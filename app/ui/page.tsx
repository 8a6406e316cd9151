import { createContext, useContext, type ReactNode } from 'react'
import { Icon } from './icon'
import { classes } from './tone'

export interface Crumb {
  label: string
  href?: string | undefined
}

/** Where the page stands: the frame knows it, the page's title row shows it. */
export const CrumbsContext = createContext<{ label: string; crumbs: readonly Crumb[] } | null>(null)

/** The link to this page's help, next to its title on every page. */
export const HelpContext = createContext<{ label: string; href: string } | null>(null)

/**
 * The way here. Its last step is the title next to it, so it is not shown twice; of a list that is narrowed
 * to one place that place is the last step, and stands for the title.
 */
function Crumbs({ isNarrowed }: { isNarrowed: boolean }) {
  const known = useContext(CrumbsContext)
  if (!known) return null
  return (
    <nav className={isNarrowed ? 'crumbs is-title' : 'crumbs'} aria-label={known.label}>
      <ol>
        {known.crumbs.map((crumb, index) => (
          <li key={index}>
            {crumb.href ? (
              <a href={crumb.href}>{crumb.label}</a>
            ) : (
              <span aria-current={index === known.crumbs.length - 1 ? 'page' : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Under the title of each page of a record: the way to its other pages. */
export const TabsContext = createContext<ReactNode>(null)

interface PageHeaderProps {
  title: ReactNode
  /** "412", "10,000+" */
  total?: ReactNode
  /** "data 40 s old" */
  age?: ReactNode
  /** What the page is narrowed by, next to its count. */
  chips?: ReactNode
  /** A `Status` next to the title. */
  status?: ReactNode
  /** Buttons and menus, the most likely first, destructive ones last inside a menu. */
  commands?: ReactNode
  /** A list's print view: headed by the list's name, although the way here ends below that list. */
  forPaper?: true
}

export function PageHeader({ title, total, age, chips, status, commands, forPaper }: PageHeaderProps) {
  const crumbs = useContext(CrumbsContext)?.crumbs
  const help = useContext(HelpContext)
  const tabs = useContext(TabsContext)
  const isNarrowed = !forPaper && typeof title === 'string' && crumbs?.at(-2)?.label === title
  return (
    <>
      <header className="page-header">
        <div className="page-title">
          <Crumbs isNarrowed={isNarrowed} />
          <h1 className={isNarrowed ? 'sr-only' : undefined}>{title}</h1>
          {status}
          {(total ?? age) !== undefined && (
            <p className="page-facts">
              {total !== undefined && <span className="page-total">{total}</span>}
              {age !== undefined && <span>{age}</span>}
            </p>
          )}
          {chips}
          {help && (
            <a className="page-help no-print" href={help.href} aria-label={help.label}>
              ?
            </a>
          )}
        </div>
        {commands && <div className="page-commands no-print">{commands}</div>}
      </header>
      {forPaper ? null : tabs}
    </>
  )
}

/** A titled part of a page; `more` is a link to the whole of it. */
export function Section({
  title,
  more,
  id,
  children,
  className,
}: {
  title: ReactNode
  more?: ReactNode
  id?: string
  children: ReactNode
  className?: string
}) {
  return (
    <section id={id} className={classes('section', className)}>
      <div className="section-head">
        <h2>{title}</h2>
        {more && <div className="no-print">{more}</div>}
      </div>
      {children}
    </section>
  )
}

/** Facts left, activity right from 992 px. */
export function TwoColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="two-columns">
      <div>{main}</div>
      <div>{side}</div>
    </div>
  )
}

/** One sentence why there is nothing, and the one action that fills it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <div className="empty-text">{children}</div>}
      {action && <div className="no-print">{action}</div>}
    </div>
  )
}

/** An active filter: pressing it removes it. */
export function Chip({ href, remove, children }: { href: string; remove: string; children: ReactNode }) {
  return (
    <a href={href} className="chip">
      <span className="sr-only">{remove} </span>
      <Icon name="close" />
      {children}
    </a>
  )
}
