/** A widget without figures says what can be done about it, so that nobody waits for it to fill by itself. */
import type { ReactNode } from 'react'
import type { ShownWidget } from '../../../backend/operations/dashboard/dashboard.contract'

export const NoData = ({ words, children }: { words: string; children: ReactNode }) => (
  <div className="widget-none">
    <p className="soft">{words}</p>
    {children}
  </div>
)

/** To this very widget among the choices. */
export const ChangeWidget = ({
  widget: { key },
  children,
}: {
  widget: Pick<ShownWidget, 'key'>
  children: ReactNode
}) => (
  <a className="link" href={`/dashboard/edit#w-${key}`}>
    {children}
  </a>
)
