import type { ReactNode } from 'react'
import { Icon } from './icon'
import { classes } from './tone'

interface PageHeaderProps {
  title: ReactNode
  /** "412", "10,000+" */
  total?: ReactNode
  /** "data 40 s old" */
  age?: ReactNode
  /** What the page is narrowed by, beside its count. */
  chips?: ReactNode
  /** A `Status` beside the title. */
  status?: ReactNode
  /** Buttons and menus, the most likely first, destructive ones last inside a menu. */
  commands?: ReactNode
}

export function PageHeader({ title, total, age, chips, status, commands }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="page-title">
        <h1>{title}</h1>
        {status}
        {(total ?? age) !== undefined && (
          <p className="page-facts">
            {total !== undefined && <span className="page-total">{total}</span>}
            {age !== undefined && <span>{age}</span>}
          </p>
        )}
        {chips}
      </div>
      {commands && <div className="page-commands no-print">{commands}</div>}
    </header>
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
