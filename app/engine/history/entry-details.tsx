/**
 * What an audit entry says apart from the record's own fields: in the reader's words, member by member, an
 * amount as an amount.
 */
import type { ReactNode } from 'react'
import { money } from '../../../backend/platform/contract/primitives'
import type { Shell } from '../../console/shell-context'

/** A decision names its values, and those their meters: what lies deeper is no longer read by anybody. */
const DEEPEST = 3
/** Says which row was meant, to programs alone. */
const SILENT = new Set(['nano', 'seq', 'smib', 'game', 'crossing'])

type Words = Pick<Shell, 't' | 'format'>

/** By the record's own name for it, else by the engine's, else by a meter's. */
export const entryDetailLabel = ({ t }: Words, entity: string, name: string): string =>
  t([`${entity}:fields.${name}`, `engine:told.${name}`, `counters:fields.${name}`], { defaultValue: name })

/** Within a member the record's own names mean something else. */
const memberLabel = ({ t }: Words, entity: string, name: string): string =>
  t([`engine:told.${name}`, `${entity}:fields.${name}`, `counters:fields.${name}`], { defaultValue: name })

export function entryDetail(
  shell: Words,
  entity: string,
  name: string,
  value: unknown,
  depth = 0,
): ReactNode {
  const { format, t } = shell
  const amount = money.safeParse(value)
  if (amount.success) return format.money(amount.data)
  if (value === null || value === undefined) return '–'
  if (name === 'at' && typeof value === 'number') return format.dateTime(value)
  if (typeof value === 'number') return format.number(value)
  if (typeof value === 'string')
    return /^[a-z_]+$/.test(value)
      ? t([`${entity}:choices.${value}`, `${entity}:${name}.${value}`], { defaultValue: value })
      : value
  if (typeof value !== 'object' || Array.isArray(value) || depth === DEEPEST) return JSON.stringify(value)
  const members = Object.entries(value).filter(
    ([member, one]) => !SILENT.has(member) && !isNothing(one) && one !== null,
  )
  return members.length === 0
    ? '–'
    : members.map(([member, one]) => (
        <span key={member} className="block">
          {memberLabel(shell, entity, member)}: {entryDetail(shell, entity, member, one, depth + 1)}
        </span>
      ))
}

const isNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
