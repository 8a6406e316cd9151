import type { ReactNode } from 'react'
import type { Mark } from './tone'

/** For rows drawn by the thousand: `<span className={statusClass('good')}>online</span>`; CSS adds the shape. */
export const statusClass = (mark: Mark) => `st st-${mark}`

/** Shape, colour and word: ● online ▲ stale ■ offline ◆ locked ○ archived. */
export function Status({ mark, title, children }: { mark: Mark; title?: string; children: ReactNode }) {
  return (
    <span className={statusClass(mark)} title={title}>
      {children}
    </span>
  )
}
