import { useShell } from '../../console/shell-context'
import { Diff, type Change } from '../../ui/diff'
import { customKeyIn, withCustomNames } from '../address/custom-name'
import { baseContext, cellOf, isAbsent } from '../render/render-context'
import { fieldLabel } from '../render/labels'
import { entryDetail, entryDetailLabel } from './entry-details'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

/**
 * These fields change with every save and say nothing, or point at another entry, or at a part of a message
 * whose values are shown anyway.
 */
export const silentFields: ReadonlySet<string> = new Set([
  'version',
  'updated_at',
  '_id',
  'created_at',
  'reverts',
  'item',
])

interface ChangesProps {
  resource: Resource
  before: Record<string, unknown>
  after: Record<string, unknown>
  words: { before: string; after: string }
  /** Only these fields; every one that differs otherwise. */
  only?: readonly string[]
  /** What is said where none differs; nothing, without. */
  none?: string
}

/** Two states of one record, field by field, each drawn as its field is. */
export function Changes({ resource, before: was, after: is, words, only, none }: ChangesProps) {
  const [before, after] = [withCustomNames(was), withCustomNames(is)]
  const shell = useShell()
  const { t } = shell
  const base = baseContext(shell, resource.name)
  const draw = (name: string, value: unknown) => {
    if (isAbsent(value)) return '–'
    return resource.fields[name] && fits(value)
      ? cellOf(resource, name, base)(rowWith(name, value))
      : entryDetail(shell, resource.name, name, value)
  }
  const changes = (
    only ??
    Object.keys({ ...before, ...after }).filter(
      name =>
        !silentFields.has(name) &&
        name !== 'reason' &&
        JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
  ).map((name): Change => ({
    key: name,
    label:
      customKeyIn(name) === null
        ? entryDetailLabel(shell, resource.name, name)
        : fieldLabel(t, resource.name, name, resource.fields),
    before: draw(name, before[name]),
    after: draw(name, after[name]),
  }))
  if (changes.length === 0) return none === undefined ? null : <p>{none}</p>
  return (
    <Diff
      caption={t('engine:audit.changes')}
      changes={changes}
      words={{ field: t('engine:conflict.field'), ...words }}
    />
  )
}

const rowWith = (name: string, value: unknown): Row => {
  const key = customKeyIn(name)
  return { _id: '', ...(key === null ? { [name]: value } : { custom: { [key]: value } }) }
}

/** An audit entry keeps what was true then: a shape that its field no longer has is shown as it was written. */
const fits = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(fits)
    : typeof value !== 'object' || (value !== null && ('_id' in value || 'minor' in value))
