/** How wide a table's columns are and how large its letters, so that nothing is cut and no figure is broken. */

/** At a size of one point. */
export interface Extent {
  /** Its longest word. */
  least: number
  /** All of it in one line. */
  natural: number
}

const STEP = 0.25
/** Letters get smaller down to this so that text stays within two lines; below it only for figures. */
const READABLE = 6
const SHORT = 9

/** `sides`: what stands left and right of each column's text, in points; `most`: the largest letters. */
export function fitColumns(
  extents: readonly Extent[],
  width: number,
  sides: readonly number[],
  most = 8,
): { size: number; widths: number[] } {
  const room = width - sum(sides)
  const largest = (needed: number) => most - STEP * Math.ceil(Math.max(0, most - room / needed) / STEP)
  const inTwoLines = largest(sum(extents.map(fair)))
  const least = sum(extents.map(one => one.least))
  // No size is too small for a figure that has to stand there whole.
  const size = inTwoLines >= READABLE ? inTwoLines : Math.min(READABLE, room / least)
  const widths = spread(
    spread(
      extents.map(one => one.least * size),
      extents.map(one => fair(one) * size),
      room,
    ),
    extents.map(one => one.natural * size),
    room,
  ).map((one, at) => one + (sides[at] ?? 0))
  const grown = width / sum(widths)
  return { size, widths: widths.map(one => one * grown) }
}

/** What is free beyond `from` goes to whoever wants more, by how much they want. */
function spread(from: readonly number[], to: readonly number[], room: number): number[] {
  const wanted = to.map((one, at) => Math.max(0, one - (from[at] ?? 0)))
  const share = Math.min(1, Math.max(0, room - sum(from)) / Math.max(sum(wanted), 1e-9))
  return from.map((one, at) => one + (wanted[at] ?? 0) * share)
}

/** Long text goes into two lines, which are seldom equally full. */
const fair = ({ least, natural }: Extent) =>
  natural <= SHORT ? natural : Math.max(least, SHORT, natural * 0.6)

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Text in lines that fit; a word that is longer than a line is broken. `widthOf` in the units of `width`. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  // What was measured as fitting must not be broken by the last digit of a floating point number.
  const fits = (line: string) => widthOf(line) <= width + 0.01
  if (fits(text)) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const character of word) {
      if (line && !fits(line + character)) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return [...lines, line]
}
