/** Faces ready for use: one per column, so that a cell costs one function call. */
import type { Shell } from '../../console/shell-context'
import type { AnyField, RenderContext } from '../fields/field'
import { formatter } from '../../i18n/format'
import type { ResourceName } from '../../addresses/names'
import { resources } from '../definition/registry'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

export type Base = Omit<RenderContext, 'field'>

export const baseContext = (
  {
    t,
    format,
    locale,
    timeZone,
    now,
    can,
  }: Pick<Shell, 't' | 'format' | 'locale' | 'timeZone' | 'now' | 'can'>,
  entity: string,
): Base => ({ t, format, locale, timeZone, now, entity, opens: target => mayOpen(can, target) })

/** Whether somebody may open the page of such a record. */
export const mayOpen = (can: Shell['can'], target: ResourceName): boolean =>
  can(resources[target].contract.permissions.read)

export const isAbsent = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

/** Where the row has a field's value. */
export const sourceOf = ({ fields }: Pick<Resource, 'fields'>, field: string) => fields[field]?.from ?? field

/** What has to be read of a row to show these fields. */
export const readsOf = ({ fields }: Pick<Resource, 'fields'>, columns: readonly string[]): string[] => [
  ...new Set(columns.flatMap(name => [fields[name]?.from ?? name, ...(fields[name]?.reads ?? [])])),
]

/** Draws one field of any row, in its column's way where it has one. Absent values are a dash. */
export function cellOf(resource: Resource, field: string, base: Base, inColumn?: InColumn) {
  const kind = resource.fields[field] as AnyField
  const { cell } = inColumn ?? kind
  const ctx: RenderContext = { ...base, field }
  if (kind.whole) return (row: Row) => cell(row, ctx, row)
  const source = sourceOf(resource, field)
  return (row: Row) => (isAbsent(row[source]) ? '–' : cell(row[source], ctx, row))
}

/** The mark of a row's cell where the field is a status, and the word that then is all of its text. */
export function statusOf(resource: Resource, field: string, base: Base) {
  const { status, whole } = resource.fields[field] as AnyField
  if (!status) return undefined
  const ctx: RenderContext = { ...base, field }
  if (whole) return (row: Row) => status(row, ctx)
  const source = sourceOf(resource, field)
  return (row: Row) => (isAbsent(row[source]) ? undefined : status(row[source], ctx))
}

export type InColumn = NonNullable<ReturnType<NonNullable<AnyField['inColumn']>>>

/** What the values of a column share, when they share something. */
export const columnOf = (resource: Resource, field: string, rows: readonly Row[]): InColumn | undefined => {
  const kind = resource.fields[field] as AnyField | undefined
  const values = rows.map(row => row[sourceOf(resource, field)]).filter(value => !isAbsent(value))
  return kind?.inColumn?.(kind.whole ? rows : values)
}

/** What a record is called: by its own words, or by the field that names it. */
export function titleOf(
  resource: Resource,
  row: Row,
  { t, locale }: Pick<RenderContext, 't' | 'locale'>,
): string {
  // A day has no zone: any would do.
  const { gamingDay } = formatter(locale, 'UTC')
  const named = resource.named?.(row, t, gamingDay)
  if (named !== undefined) return named
  const value = row[resource.title] ?? row._id
  return resource.fields[resource.title]?.kind === 'date' && typeof value === 'string'
    ? gamingDay(value)
    : String(value)
}
