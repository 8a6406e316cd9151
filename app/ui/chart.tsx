/** Server-rendered, thin lines, legible in greyscale. The numbers stand in a table beside or one press away. */

/** Done of total, in words as well. `value` null: not known yet. */
export function Progress({
  label,
  value,
  max = 100,
  text,
}: {
  label: string
  value: number | null
  max?: number
  text?: string
}) {
  return (
    <span className="progress-line">
      <progress className="progress" aria-label={label} max={max} value={value ?? undefined} />
      {text && <span>{text}</span>}
    </span>
  )
}

const round = (value: number) => Math.round(value * 10) / 10

/** A trend without axes. Null values leave gaps. */
export function Sparkline({
  label,
  values,
  width = 120,
  height = 28,
}: {
  label: string
  values: readonly (number | null)[]
  width?: number
  height?: number
}) {
  const known = values.filter(value => value !== null)
  const low = Math.min(...known, 0)
  const span = Math.max(...known, 0) - low || 1
  const step = width / Math.max(values.length - 1, 1)
  let pen = 'M'
  const path = values
    .map((value, index) => {
      if (value === null) {
        pen = 'M'
        return ''
      }
      const point = `${pen}${round(index * step)} ${round(height - 1 - ((value - low) / span) * (height - 2))}`
      pen = 'L'
      return point
    })
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      className="spark"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <path d={path} />
    </svg>
  )
}

export interface Bar {
  label: string
  value: number
  /** The value as written, with its unit. */
  text: string
}

/** Horizontal bars from a zero baseline, each with its name and number beside it. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(bar => bar.value), 1)
  return (
    <table className="bars">
      <caption className="sr-only">{label}</caption>
      <tbody>
        {bars.map(bar => (
          <tr key={bar.label}>
            <th scope="row">{bar.label}</th>
            <td aria-hidden="true">
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" height="8">
                <rect width={round((Math.max(bar.value, 0) / most) * 100)} height="8" />
              </svg>
            </td>
            <td className="n">{bar.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Standing bars from a zero line, one per day or hour; negative ones hang below it, null leaves its place empty. The table beside it has the numbers. */
export function ColumnChart({
  label,
  values,
  height = 48,
}: {
  label: string
  values: readonly (number | null)[]
  height?: number
}) {
  const known = values.filter(value => value !== null)
  const high = Math.max(...known, 0)
  const span = high - Math.min(...known, 0) || 1
  const zero = (high / span) * height
  return (
    <svg
      role="img"
      aria-label={label}
      className="columns"
      viewBox={`0 0 ${values.length * 10} ${height}`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
    >
      {values.map((value, index) => {
        if (value === null) return null
        const size = (Math.abs(value) / span) * height
        return (
          <rect
            key={index}
            x={index * 10 + 1}
            y={round(value < 0 ? zero : zero - size)}
            width={8}
            height={round(size)}
          />
        )
      })}
      <path d={`M0 ${round(zero)}H${values.length * 10}`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
