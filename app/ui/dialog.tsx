import type { ReactNode } from 'react'
import { buttonClass } from './button'
import { Icon } from './icon'

interface DialogProps {
  id: string
  title: ReactNode
  /** Text of the closing button. */
  close: string
  children: ReactNode
  actions?: ReactNode
}

/** A floating sheet opened by `DialogButton` through the popover attribute: no JavaScript, Escape and a press outside close it. */
export function Dialog({ id, title, close, children, actions }: DialogProps) {
  return (
    <dialog id={id} aria-labelledby={`${id}-title`} className="dialog" {...{ popover: 'auto' }}>
      <div className="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label={close}
          {...{ popovertarget: id, popovertargetaction: 'hide' }}
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
      {actions && <div className="form-actions">{actions}</div>}
    </dialog>
  )
}

export function DialogButton({
  target,
  children,
  ...looks
}: { target: string; children: ReactNode } & Parameters<typeof buttonClass>[0]) {
  return (
    <button type="button" className={buttonClass(looks)} {...{ popovertarget: target }}>
      {children}
    </button>
  )
}
