import type { ShownRows } from '../../platform/contract/report'

/** Sums of rows, one for each currency: what no row knows is not known of the sum either. */
export function sumsByCurrency<Name extends string, Currency extends string>(
  rows: readonly ({ currency: Currency } & Readonly<Record<Name, number | null>>)[],
  names: readonly Name[],
): ({ currency: Currency } & Record<Name, number | null>)[] {
  const sums = new Map<Currency, Record<Name, number | null>>()
  for (const row of rows) {
    let sum = sums.get(row.currency)
    if (!sum) {
      sum = Object.fromEntries(names.map(name => [name, null])) as Record<Name, number | null>
      sums.set(row.currency, sum)
    }
    for (const name of names) {
      const value = row[name]
      if (value !== null) sum[name] = (sum[name] ?? 0) + value
    }
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => ({ currency, ...sum }))
}

/** The requested rows, as many as there is room for, and of how many they are. */
export function rowsShown<Row>(
  rows: readonly Row[],
  { show, rows: room }: { show: ShownRows; rows: number },
  isOutside: (row: Row) => boolean,
): { rows: Row[]; left_out: number; outside?: { rows: number; of: number } } {
  const shown = show === 'outside' ? rows.filter(isOutside) : rows
  return {
    rows: shown.slice(0, room),
    left_out: Math.max(0, shown.length - room),
    ...(show === 'outside' && { outside: { rows: shown.length, of: rows.length } }),
  }
}
