/** Names that people may have meant when they wrote another one. */
import { nameKey } from '../../platform/contract/machine-name'

/** A name as it is compared. */
export interface Comparable {
  name: string
  /** What the list calls it. */
  called: string
  /** Its letters and digits alone. */
  plain: string
  digits: string
  /** Which signs it has, as bits. */
  signs: number
}

/** Most names that are shown next to one that is missing. */
const MOST = 3
/** At the end of a company's name. */
const legalForms = new Set(
  'ab ad ag as bv co doo eood gmbh inc kft lda limited llc ltd ood plc sa sl sro spa srl'.split(' '),
)

/** `called`: what the list calls it, where the name is another one that people know it by. */
export function comparable(name: string, called = name): Comparable {
  const words = nameKey(name)
    .replaceAll('.', '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop()
  const plain = words.join('')
  let signs = 0
  for (let index = 0; index < plain.length; index++) signs |= 1 << plain.charCodeAt(index)
  return { name, called, plain, digits: plain.replace(/\D/g, ''), signs }
}

/**
 * Those that differ by signs, a legal form or one or two letters, the nearest first. Other digits are another model:
 * "Fruits 20" is not "Fruits 40".
 */
export function similarNames(name: string, others: readonly Comparable[]): string[] {
  const { plain, digits, signs } = comparable(name)
  const most = plain.length < 4 ? 0 : plain.length < 8 ? 1 : 2
  const found = new Map<string, number>()
  for (const other of others) {
    if (other.digits !== digits || other.name === name) continue
    // Most differ by more signs than so few changes can account for, which is known at once.
    if (bitsOf(signs ^ other.signs) > 2 * most) continue
    const distance = distanceWithin(plain, other.plain, most)
    if (distance <= most) found.set(other.called, Math.min(distance, found.get(other.called) ?? distance))
  }
  return [...found]
    .sort(([a, one], [b, two]) => one - two || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([called]) => called)
}

function bitsOf(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Letters to insert, delete, replace or exchange with their neighbour; more than `most` as soon as that is certain. */
function distanceWithin(one: string, other: string, most: number): number {
  if (one === other) return 0
  const far = most + 1
  if (most === 0 || Math.abs(one.length - other.length) > most) return far
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let [endA, endB] = [one.length, other.length]
  while (endA > start && endB > start && one[endA - 1] === other[endB - 1]) {
    endA--
    endB--
  }
  const [a, b] = [one.slice(start, endA), other.slice(start, endB)]
  let twoBefore: number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(far)
    if (i <= most) row[0] = i
    let least = far
    // Further from the diagonal it is more than `most` in any case.
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
      const replaced = (before[j - 1] ?? far) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let cost = Math.min((before[j] ?? far) + 1, (row[j - 1] ?? far) + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (twoBefore[j - 2] ?? far) + 1)
      row[j] = cost
      least = Math.min(least, cost)
    }
    if (Math.min(least, row[0] ?? far) > most) return far
    twoBefore = before
    before = row
  }
  return before[b.length] ?? far
}
