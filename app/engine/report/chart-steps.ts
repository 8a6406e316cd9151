/** Rows that follow each other in time, with those that have nothing in between: a line does not go on over them. */
import { DAY_MS, HOUR_MS } from '../../../backend/platform/contract/durations'
import type { SheetRow } from '../export/sheet'

const later = (ms: number, length: number) => (head: string) =>
  new Date(Date.parse(`${head}Z`) + ms).toISOString().slice(0, length)

/** By group: what a row's next one is called, as the sheet has it. */
const nextOf: Readonly<Record<string, (head: string) => string>> = {
  hour: later(HOUR_MS, 'yyyy-MM-ddTHH:mm'.length),
  day: head => later(DAY_MS, 'yyyy-MM-dd'.length)(`${head}T00:00`),
  week: head => later(7 * DAY_MS, 'yyyy-MM-dd'.length)(`${head}T00:00`),
  month: head => later(31 * DAY_MS, 'yyyy-MM'.length)(`${head}-01T00:00`),
  hour_of_day: head => `${String(Number(head.slice(0, 2)) + 1).padStart(2, '0')}:00`,
}

/** In the order of their time. A row that is called otherwise than its group's rows are is left where it is. */
export function withSteps(rows: readonly SheetRow[], by: string): readonly SheetRow[] {
  const next = nextOf[by]
  if (!next) return rows
  return rows.flatMap((row, at) => {
    const [from, to] = [rows[at - 1]?.values[0], row.values[0]]
    if (typeof from !== 'string' || typeof to !== 'string' || !isTime.test(from) || !isTime.test(to))
      return [row]
    const between: SheetRow[] = []
    for (let head = next(from); head < to; head = next(head))
      between.push({ key: head, values: row.values.map((_, index) => (index === 0 ? head : null)) })
    return [...between, row]
  })
}

const isTime = /^(?:\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2})?)?|\d{2}:00)$/
