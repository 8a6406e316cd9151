/**
 * Whether a location's chain is whole: each number once and in order, each seal signed and following the one before it.
 * Without a database, as `seal-format`.
 */
import type { KeyObject } from 'node:crypto'
import { canonical } from './canonical'
import { perpetualAfter, type Perpetual } from './perpetual'
import { codeOf, FORMAT, isSignedBy, sealHashOf, type SealBody } from './seal-format'

export interface ChainLink {
  number: number
  hash: string
  code: string
  signature: string
  /** Canonical JSON. */
  body: string
}

export type ChainProblem =
  | 'altered'
  | 'missing'
  | 'order'
  | 'signature'
  | 'key_unknown'
  | 'clock'
  | 'perpetual'
  | 'other_location'

export interface ChainState {
  locationId: string | null
  number: number
  hash: string | null
  sealedAt: string
  perpetual: Perpetual
  /** Totals that stand, by subject: a new revision replaces them. */
  standing: Map<string, Record<string, string>>
}

export const emptyChain = (): ChainState => ({
  locationId: null,
  number: 0,
  hash: null,
  sealedAt: '',
  perpetual: {},
  standing: new Map(),
})

/** What is wrong with the next link, or null; `state` has gone on to it. */
export function followLink(
  state: ChainState,
  link: ChainLink,
  keys: ReadonlyMap<string, KeyObject>,
): ChainProblem | null {
  const body = bodyOf(link)
  if (!body || sealHashOf(link.body) !== link.hash || codeOf(link.hash) !== link.code) return 'altered'
  const key = keys.get(body.key)
  if (!key) return 'key_unknown'
  if (!isSignedBy(key, link.body, link.signature)) return 'signature'
  if (state.locationId !== null && body.location.id !== state.locationId) return 'other_location'
  if (body.number !== String(link.number)) return 'altered'
  if (link.number > state.number + 1) return 'missing'
  if (link.number !== state.number + 1 || body.previous !== state.hash) return 'order'
  if (body.sealed_at < state.sealedAt) return 'clock'
  const subject = subjectOf(body)
  const perpetual = perpetualAfter(state.perpetual, body, state.standing.get(subject))
  if (canonical(perpetual) !== canonical(body.perpetual)) return 'perpetual'
  if (!isNote(body.kind)) state.standing.set(subject, body.totals)
  Object.assign(state, {
    locationId: body.location.id,
    number: link.number,
    hash: link.hash,
    sealedAt: body.sealed_at,
    perpetual,
  })
  return null
}

/** Entries of the chain that are no document with figures. */
export const isNote = (kind: string): boolean => kind === 'reopening' || kind === 'key_change'

/** What replaces each other: the revisions of one form. */
export const subjectOf = ({
  kind,
  period,
  currency,
}: Pick<SealBody, 'kind' | 'period' | 'currency'>): string => `${kind} ${period} ${currency ?? ''}`.trim()

function bodyOf({ body }: ChainLink): SealBody | null {
  try {
    const read = JSON.parse(body) as SealBody
    return read.format === FORMAT && canonical(read) === body ? read : null
  } catch {
    return null
  }
}
