/** Numbers as people write them, to exact digits. Nobody guesses: what can be read in two ways is refused. */

/** `whole` may begin with a minus; `fraction` has no zeros at its end. */
interface Digits {
  whole: string
  fraction: string
}

/**
 * Both `,` and `.` may separate decimals; with both present the last one does, and the other groups thousands. One
 * separator with three digits after it ("1.234") is a thousand here and a fraction there: ambiguous, unless the
 * thousand would be more than `most`. Undefined for what is no number.
 */
export function readNumber(text: string, most = Infinity): Digits | 'ambiguous' | undefined {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  if (last === -1) return { whole: text, fraction: '' }
  const mark = text.charAt(last)
  const groups = text.replace('-', '').split(mark)
  const other = mark === ',' ? '.' : ','
  const grouped = (parts: string[]) =>
    /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every(part => /^\d{3}$/.test(part))
  // 1.234.567: the same separator twice groups thousands.
  if (groups.length > 2)
    return grouped(groups) && !text.includes(other)
      ? { whole: text.replaceAll(mark, ''), fraction: '' }
      : undefined
  const [whole = '', fraction = ''] = [text.slice(0, last), text.slice(last + 1)]
  if (whole.includes(other)) {
    return grouped(whole.replace('-', '').split(other)) && /^\d+$/.test(fraction)
      ? { whole: whole.replaceAll(other, ''), fraction: trimmed(fraction) }
      : undefined
  }
  if (!/^\d+$/.test(fraction)) return undefined
  if (grouped(groups) && Number(groups.join('')) <= most) return 'ambiguous'
  return { whole, fraction: trimmed(fraction) }
}

const trimmed = (fraction: string) => fraction.replace(/0+$/, '')

/** Blanks and apostrophes that part thousands say nothing; undefined for what has other signs than a number. */
export function numberSigns(text: string): string | undefined {
  const signs = text.replace(/[\s\u00a0\u202f']/g, '').replace('−', '-')
  return /^-?\d[\d.,]*$/.test(signs) ? signs : undefined
}
