import type { Field } from './field'

/** How many of all, which another field of the row counts: 28/30. A file has each in a column of its own. */
export const partOf = (total: string): Field<number> => ({
  kind: 'part-of',
  numeric: true,
  reads: [total],
  inFile: [total],
  cell: (value, { format }, row) => {
    const all = row?.[total]
    return typeof all === 'number' ? `${format.number(value)}/${format.number(all)}` : format.number(value)
  },
  csvValue: (value, { file }) => file.number(value),
})
