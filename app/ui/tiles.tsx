import type { ReactNode } from 'react'
import { statusClass } from './status'
import { classes, type Mark } from './tone'

export interface TileProps {
  label: ReactNode
  /** The shape before the label, and the tone of the rule above it. */
  mark?: Mark
  value: ReactNode
  /** What the number is of, or counted in, where the label does not say it. */
  unit?: ReactNode
  /** Age, what is usual, or whose. */
  note?: ReactNode
  /** Nothing to see here: the number steps back. */
  isNone?: boolean
  /** The list that shows exactly so many. */
  href?: string | undefined
  /** One small graphic at most. */
  graphic?: ReactNode
}

const tones: Record<Mark, string> = {
  good: 't-good',
  warn: 't-warn',
  locked: 't-warn',
  bad: 't-bad',
  info: 't-info',
  muted: '',
}

/** Characters that a narrow tile shows at full size: "12.345", "7,05 %". */
const SHORT = 6

/** A strip of numbers: six in a row, three, two. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="tiles" aria-label={label}>
    {children}
  </ul>
)

/** A cell of a strip: name, number, age. The whole of it is the link. */
export function Tile({ label, mark, value, unit, note, isNone, href, graphic }: TileProps) {
  const inside = (
    <>
      <span className={classes('tile-k', mark && statusClass(isNone ? 'muted' : mark))}>{label}</span>
      <b className={classes('tile-v', typeof value === 'string' && value.length > SHORT && 'long')}>
        {value}
        {unit ? <small> {unit}</small> : null}
      </b>
      <span className="tile-n">{note}</span>
      {graphic}
    </>
  )
  const look = classes('tile', mark && !isNone && tones[mark], isNone && 't-none')
  return (
    <li>
      {href ? (
        <a className={look} href={href}>
          {inside}
        </a>
      ) : (
        <div className={look}>{inside}</div>
      )}
    </li>
  )
}

/** One sentence about what is not as it should be, and the one command that it asks for. */
export function StateLine({
  mark,
  title,
  children,
  command,
}: {
  mark: Mark
  title: ReactNode
  children?: ReactNode
  command?: ReactNode
}) {
  return (
    <div className={classes('state-line', mark === 'bad' && 'is-bad')}>
      <strong className={statusClass(mark)}>{title}</strong>
      {children ? <p>{children}</p> : null}
      {command ? <div className="no-print">{command}</div> : null}
    </div>
  )
}
