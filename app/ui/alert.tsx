import type { ReactNode } from 'react'
import { classes, type Tone } from './tone'

const tones = {
  good: 'alert-success',
  warn: 'alert-warning',
  bad: 'alert-error',
  info: 'alert-info',
  muted: '',
} as const

interface AlertProps {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  id?: string
  className?: string
  /** The page begins with it: whoever comes by keyboard or hears the page is here first. */
  takesFocus?: boolean
}

/** A message that stays in the page. Bad news is announced at once, the rest politely. */
export function Alert({ tone, title, children, id, className, takesFocus }: AlertProps) {
  return (
    <div
      id={id}
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classes('alert', tones[tone], className)}
      {...(takesFocus && { tabIndex: -1, autoFocus: true })}
    >
      <div>
        {title && <p className="alert-title">{title}</p>}
        {children}
      </div>
    </div>
  )
}

/**
 * What the last command did. A CSS animation hides it after 6 s; bad news stays (ruling 4), and what nobody was waiting
 * for.
 */
export function Toast({
  tone,
  stays = tone === 'bad',
  children,
}: {
  tone: Tone
  stays?: boolean | undefined
  children: ReactNode
}) {
  return (
    <div className={classes('toast-note no-print', stays && 'toast-stays')}>
      <Alert tone={tone}>{children}</Alert>
    </div>
  )
}
