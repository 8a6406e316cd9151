import type { SheetRow } from '../export/sheet'

/** Days in a row of which nothing is known are one line of a page's table; chart and files have each of them. */
export function foldedRows<Row extends Pick<SheetRow, 'isMissing' | 'isOpen'>>(
  rows: readonly Row[],
): [Row, ...Row[]][] {
  const lines: [Row, ...Row[]][] = []
  for (const row of rows) {
    const last = lines.at(-1)
    if (row.isMissing && last?.[0].isMissing && row.isOpen === last[0].isOpen) last.push(row)
    else lines.push([row])
  }
  return lines
}
