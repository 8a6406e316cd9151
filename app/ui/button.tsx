import type { ComponentPropsWithoutRef } from 'react'
import { Icon, type IconName } from './icon'
import { classes } from './tone'

interface Looks {
  /** `primary`: the page's one main command. `danger`: harm; stands last. `quiet`: no border. Default: neutral. */
  tone?: 'primary' | 'neutral' | 'quiet' | 'danger'
  size?: 'sm' | 'md'
  icon?: IconName
}

const tones = {
  primary: 'btn-primary',
  neutral: '',
  quiet: 'btn-ghost',
  danger: 'btn-error btn-outline',
} as const

const buttonClass = ({ tone = 'neutral', size = 'md' }: Looks = {}, more?: string) =>
  classes('btn', tones[tone], size === 'sm' && 'btn-sm', more)

/** Submits its form unless `type` says otherwise. */
export function Button({
  tone,
  size,
  icon,
  className,
  children,
  ...rest
}: Looks & ComponentPropsWithoutRef<'button'>) {
  return (
    <button type="submit" {...rest} className={buttonClass({ tone, size }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that reads as a command: navigation only, never a change. */
export function LinkButton({
  tone,
  size,
  icon,
  className,
  children,
  ...rest
}: Looks & ComponentPropsWithoutRef<'a'>) {
  return (
    <a {...rest} className={buttonClass({ tone, size }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}
