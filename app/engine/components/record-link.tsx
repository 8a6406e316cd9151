import type { ReactNode } from 'react'
import { pathOf, type ResourceName } from '../../addresses/names'
import { useShell } from '../../console/shell-context'
import { mayOpen } from '../render/render-context'

/** A record by its name: a link for whoever may open its page, plain text for everybody else. */
export function RecordLink({
  to,
  id,
  className = 'link',
  children,
}: {
  to: ResourceName
  id: string
  className?: string
  children: ReactNode
}) {
  const { can } = useShell()
  if (!mayOpen(can, to)) return <>{children}</>
  return (
    <a {...(className !== '' && { className })} href={`${pathOf(to)}/${id}`}>
      {children}
    </a>
  )
}
