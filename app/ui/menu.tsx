import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'
import { classes } from './tone'

interface MenuProps {
  /** The button's words; hidden when `icon` stands alone. */
  label: string
  /** Shown in place of the label, and read after it. */
  words?: string
  icon?: IconName | 'more'
  /** Show the words next to the icon. Default: shown when there is no icon. */
  showLabel?: boolean
  /** `end` aligns the sheet's right edge with the button's. */
  align?: 'start' | 'end'
  /** `bar`: in the top bar, without a border. */
  look?: 'button' | 'bar'
  className?: string
  /** `<li>` elements, or any content with `plain`. */
  children: ReactNode
  plain?: boolean
}

/** A disclosure that floats: no JavaScript. Opening one closes the others; a press anywhere else closes it. */
export function Menu({
  label,
  words,
  icon,
  showLabel = !icon,
  align = 'start',
  look = 'button',
  className,
  children,
  plain,
}: MenuProps) {
  return (
    <details className={classes('pop', align === 'end' && 'pop-end', className)} {...{ name: 'menu' }}>
      <summary
        className={classes(look === 'button' ? 'btn' : 'bar-item', (showLabel || !icon) && 'caret')}
        aria-label={words !== undefined ? `${label}: ${words}` : showLabel ? undefined : label}
      >
        {/* Three dots are three letters: a picture would be two elements. */}
        {icon === 'more' ? '···' : icon && <Icon name={icon} />}
        {showLabel && <span>{words ?? label}</span>}
      </summary>
      {plain ? <div className="sheet">{children}</div> : <ul className="sheet sheet-list">{children}</ul>}
    </details>
  )
}

/** One entry: a link. */
export function MenuLink({
  href,
  icon,
  danger,
  current,
  children,
}: {
  href: string
  icon?: IconName
  danger?: boolean
  current?: boolean
  children: ReactNode
}) {
  return (
    <li>
      <a href={href} className={danger ? 'danger' : undefined} aria-current={current ? 'true' : undefined}>
        {icon && <Icon name={icon} />}
        {children}
      </a>
    </li>
  )
}

/**
 * One entry that changes something: a button of a form (`form`, `formAction`, `name`, `value` as on any button).
 * `className`: the entry's.
 */
export function MenuButton({
  icon,
  danger,
  current,
  className,
  children,
  ...rest
}: {
  icon?: IconName
  danger?: boolean
  current?: boolean
  children: ReactNode
} & React.ComponentPropsWithoutRef<'button'>) {
  return (
    <li className={className}>
      <button
        type="submit"
        {...rest}
        className={danger ? 'danger' : undefined}
        aria-current={current ? 'true' : undefined}
      >
        {icon && <Icon name={icon} />}
        {children}
      </button>
    </li>
  )
}
