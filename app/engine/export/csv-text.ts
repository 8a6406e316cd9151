/**
 * Lines of a CSV file as RFC 4180 has them. Written here because a library asks each of a file's millions of cells for
 * its type and for its options anew, which was half of what a file costs.
 */
export function csvText<Cell>(
  records: readonly (readonly Cell[])[],
  delimiter: string,
  textOf: (cell: Cell) => string,
): string {
  let lines = ''
  for (const record of records) {
    let line = ''
    for (const cell of record) line += delimiter + quoted(textOf(cell), delimiter)
    lines += `${line.slice(delimiter.length)}\r\n`
  }
  return lines
}

/** A line whose every cell is in quotes, by which programs that look at a file's first rows know its quote sign. */
export const quotedLine = (texts: readonly string[], delimiter: string): string =>
  `${texts.map(inQuotes).join(delimiter)}\r\n`

const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? inQuotes(text) : text

const inQuotes = (text: string): string => `"${text.replaceAll('"', '""')}"`
