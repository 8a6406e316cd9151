import type { ReactNode } from 'react'

export interface Fact {
  key: string
  label: ReactNode
  value: ReactNode
  /** Long values take the whole width. */
  wide?: boolean
}

/** Label above value, two or three in a row. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="facts">
      {items.map(item => (
        <div key={item.key} className={item.wide ? 'wide' : undefined}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
