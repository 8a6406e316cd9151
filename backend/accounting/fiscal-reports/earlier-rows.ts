/**
 * What was played on sealed days and became known afterwards, in the rows of the form that is sealed next. They go on
 * from where the sealed form ended, run by run, so that D is Sf − Si still; what is no run of a meter is a correction,
 * on a line of its own.
 */
import { groupBy } from '../../platform/contract/group-by'
import type { FormIndexes, FormRow } from './fiscal-document.contract'
import { isAt, isSame, joinedRuns, rowKey, sumOf, unmoved, withFigures } from './fiscal-form'

/** Credits that stand in no sealed report yet. */
export interface Late {
  day: string
  slot: FormRow['slot']
  currency: string
  price: number
  in: number
  premium: number
  out: number
}

/** Of a slot at a price. */
interface KnownEnd {
  /** Where the last sealed report that knows the slot ended. */
  opening: FormIndexes | null
  /** The last index that is known by now. */
  closing: FormIndexes | null
}

/**
 * A slot's rows at a price on sealed days: as they are sealed, and as played by what is known now; both in order of
 * time.
 */
export interface SealedRows {
  printed: readonly FormRow[]
  /** As they are sealed, at any other price. */
  otherPrices: readonly FormRow[]
  played: readonly FormRow[]
}

export interface LateInto {
  late: readonly Late[]
  /** By slot and price, of what is late. */
  ends: ReadonlyMap<string, KnownEnd>
  /** Of what is late of one slot and price. */
  sealedRows: (late: readonly Late[]) => Promise<SealedRows>
}

export async function withEarlier(
  rows: readonly FormRow[],
  currency: string,
  { late, ends, sealedRows }: LateInto,
): Promise<FormRow[]> {
  const own = groupBy(rows, row => rowKey({ ...row, currency }))
  const due = groupBy(
    late.filter(one => one.currency === currency),
    rowKey,
  )
  const all: FormRow[] = []
  for (const key of new Set([...own.keys(), ...due.keys()])) {
    const [known, waiting] = [own.get(key) ?? [], due.get(key)]
    all.push(...(waiting ? await posted(known, waiting, ends.get(key), sealedRows) : known))
  }
  return all
}

async function posted(
  own: readonly FormRow[],
  late: readonly Late[],
  end: KnownEnd | undefined,
  sealedRows: LateInto['sealedRows'],
): Promise<FormRow[]> {
  const earlier = late.map(({ day, in: moved, premium, out }) => ({ day, in: moved, premium, out }))
  const [one] = late as readonly [Late, ...Late[]]
  const first = own[0] ?? emptyRow(one)
  const opening = end?.opening ?? first.opening
  const { over: _, ...plain } = first
  const moved = sumOf([...own.map(row => row.moved), ...late])
  const closing = first.closing ?? end?.closing ?? opening
  const whole = withFigures({ ...plain, opening, closing, moved, earlier })
  // One run, as mostly: from the sealed closing on.
  if (own.length < 2 && !first.began && !whole.breaks) return [whole]
  const { printed, otherPrices, played } = await sealedRows(late)
  const rest = restOf(joinedRuns([...played, ...own]), joinedRuns(printed))
  if (rest && isSame(sumOf(rest.map(row => row.moved)), moved))
    return oneGoingOn(rest, printed, otherPrices).map((row, at) => ({
      ...row,
      ...lackOf(first),
      earlier: at === 0 ? earlier : [],
    }))
  const correction = withFigures({ ...emptyRow(one), moved: sumOf(late), correction: true, earlier })
  return [...own, correction]
}

/**
 * Parts of runs that several sealed rows left: one of them goes on, from where a sealed row ended if one does; each
 * other one says why it does not: the slot stood there at another price, or nobody knows.
 */
function oneGoingOn(
  rest: readonly FormRow[],
  printed: readonly FormRow[],
  otherPrices: readonly FormRow[],
): FormRow[] {
  const endsThere = (rows: readonly FormRow[], { opening }: FormRow) =>
    rows.some(one => one.closing && isAt(opening, one.closing))
  const unexplained = rest.filter(row => !row.began)
  const going =
    unexplained.find(row => endsThere(printed, row)) ?? unexplained.find(row => !endsThere(otherPrices, row))
  return rest.map(row => {
    if (row.began || row === going) return row
    return { ...row, began: { why: endsThere(otherPrices, row) ? 'repriced' : 'gap', at: null } }
  })
}

/**
 * What of the runs stands in no sealed form: before, between and behind what does. Undefined where that is not a part
 * of them.
 */
function restOf(runs: readonly FormRow[], printed: readonly FormRow[]): FormRow[] | undefined {
  if ([...runs, ...printed].some(row => row.breaks || row.correction)) return undefined
  const parts = [...runs]
  const isMoving = (row: FormRow) => !isSame(row.moved, unmoved)
  let from = 0
  for (const row of printed.filter(isMoving)) {
    const found = cutOut(parts, row, from)
    if (found === undefined) return undefined
    from = found + 1
  }
  // Where a form says that a slot stood still, the rest goes on from there.
  for (const row of printed) if (!isMoving(row)) cutOut(parts, row, 0)
  // Where the slot stands in the end is said, although nothing moved there.
  return parts.filter((row, at) => isMoving(row) || at === parts.length - 1)
}

/**
 * Takes what a row prints out of the part that it lies in, which leaves what is before and behind it. Answers the place
 * of the former; undefined where it lies in none. Looked for `from` where the last one lay, since forms are mostly
 * sealed in order of time, then before: what is late stands in a later form than what was played after it.
 */
function cutOut(parts: FormRow[], { opening, closing }: FormRow, from: number): number | undefined {
  if (!opening || !closing) return undefined
  const places = [...parts.keys()]
  for (const at of [...places.slice(from), ...places.slice(0, from)]) {
    const [before, left] = (parts[at] && cutAt(parts[at], opening)) ?? []
    const [, after] = (left && cutAt(left, closing)) ?? []
    if (!before || !after) continue
    parts.splice(at, 1, before, after)
    return at
  }
  return undefined
}

/** A run up to these indexes and from them on; undefined where they do not lie in it. */
function cutAt({ over = unmoved, ...row }: FormRow, at: FormIndexes): [FormRow, FormRow] | undefined {
  const [before, after] = [{ ...over }, { ...over }]
  const moved = { ...row.moved }
  for (const name of ['in', 'premium', 'out'] as const) {
    const [from, cut, to] = [row.opening?.[name] ?? null, at[name], row.closing?.[name] ?? null]
    if (from === null || cut === null || to === null) return undefined
    // Over the meter's end what lies below its beginning is behind it.
    const isBehind = over[name] > 0 && cut < from
    if (isBehind ? cut > to : cut < from || (over[name] === 0 && cut > to)) return undefined
    ;(isBehind ? after : before)[name] = 0
    moved[name] = to - cut + after[name]
  }
  const { began: _, ...going } = row
  const rest = {
    in: row.moved.in - moved.in,
    premium: row.moved.premium - moved.premium,
    out: row.moved.out - moved.out,
  }
  return [
    withFigures({ ...row, closing: at, moved: rest }, before),
    withFigures({ ...going, opening: at, moved }, after),
  ]
}

const lackOf = ({ missing_hours, held, decided }: FormRow) => ({ missing_hours, held, decided })

const emptyRow = ({ slot, price }: Late): FormRow =>
  withFigures({
    slot,
    price,
    opening: null,
    closing: null,
    moved: unmoved,
    missing_hours: 0,
    held: 0,
    decided: 0,
    earlier: [],
  })

/**
 * A row that does not begin where the form before (`before`) left its slot, at any price, nor where another row of this
 * one leaves it, says so: `began` with `why` `gap`.
 */
export function demandGoingOn(rows: readonly FormRow[], before: readonly FormRow[]): FormRow[] {
  const ends = groupBy(
    [...before, ...rows].filter(row => row.closing),
    row => row.slot._id,
  )
  const known = new Set(before.flatMap(row => (row.closing ? row.slot._id : [])))
  return rows.map(row =>
    !known.has(row.slot._id) ||
    row.began ||
    !row.opening ||
    ends.get(row.slot._id)?.some(one => one !== row && isAt(row.opening, one.closing))
      ? row
      : { ...row, began: { why: 'gap' as const, at: null } },
  )
}
