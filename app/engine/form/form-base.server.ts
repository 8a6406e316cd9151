/**
 * What a form's fields held when it was shown, as digests in one hidden field: enough to know who has changed which
 * field, and shorter than the texts.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { LastSave } from '../../../backend/platform/contract/problem'
import { isCustomName } from '../address/custom-name'
import { textIn } from './text-in'
import type { Row } from '../definition/row'
import type { Conflict, FormSpec, Typed } from './form'

type Base = ReadonlyMap<string, string>

const CHARACTERS = 8
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, CHARACTERS)

export const baseOf = (shown: Typed): string =>
  Object.entries(shown)
    .map(([name, text]) => `${name}:${digest(text)}`)
    .join(' ')

/** Null where the form does not say: then nobody knows who has changed what. */
export function baseIn(form: FormData): Base | null {
  const text = textIn(form, 'base')
  if (text === '') return null
  return new Map(
    text.split(' ').map(part => {
      const at = part.lastIndexOf(':')
      return [part.slice(0, at), part.slice(at + 1)]
    }),
  )
}

export interface Parted {
  /** Both have changed them, each to something else. */
  disputed: string[]
  /** The other one alone has changed them. */
  taken: string[]
  /** This form alone has changed them. */
  own: string[]
}

/** Without a base every difference is one that both may mean. */
export function parted(base: Base | null, mine: Typed, theirs: Typed, names: readonly string[]): Parted {
  const found: Parted = { disputed: [], taken: [], own: [] }
  for (const name of names) {
    const [here, there] = [mine[name] ?? '', theirs[name] ?? '']
    if (here === there) continue
    const before = base?.get(name)
    if (before === digest(here)) found.taken.push(name)
    else if (before === digest(there)) found.own.push(name)
    else found.disputed.push(name)
  }
  return found
}

const shape = z.looseObject({
  at: z.number(),
  by: z.object({ kind: z.enum(['user', 'token', 'system']), name: z.string().nullable() }),
})

/** Who saved last, where the backend says it. */
export const lastSaveIn = ({ details }: { details: Record<string, unknown> }): LastSave | null =>
  shape.safeParse(details.saved).data ?? null

/** What is no field of the record, such as the reason, is nobody else's. */
export function conflictOf(
  spec: FormSpec,
  mine: Typed,
  { base, theirs, current }: { base: Base | null; theirs: Typed; current: Row },
  saved: LastSave | null,
): Conflict {
  const { disputed, taken, own } = parted(
    base,
    mine,
    theirs,
    spec.names.filter(name => name in current || isCustomName(name)),
  )
  return {
    version: Number(current.version),
    fields: disputed.map(name => ({ name, mine: mine[name] ?? '', theirs: theirs[name] ?? '' })),
    taken,
    own,
    saved,
  }
}
