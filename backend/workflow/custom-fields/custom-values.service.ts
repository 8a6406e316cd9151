/** Values of a tenant's own fields on its records: what may be stored, and which records a filter finds. */
import { sql, type RawBuilder } from 'kysely'
import {
  exactNumber,
  isDatePart,
  MAX_TAG,
  MAX_TEXT,
  MOST_TAGS,
  ownOf,
  partsOfFilter,
  type CustomEntity,
  type CustomValue,
  type CustomValues,
} from '../../platform/contract/custom-values'
import { fold } from '../../platform/contract/fold'
import { line } from '../../platform/contract/primitives'
import { invalidField, Problem, type FieldProblem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { ColumnMap, Stored } from '../../platform/store/columns'
import type { Draft, Problems, Rules } from '../../platform/store/rules'
import type { FilterReading } from '../../platform/store/store-spec'
import type { CustomFieldsTable } from './custom-fields.table'

export type FieldRow = Pick<
  CustomFieldsTable,
  'tenant_id' | 'key' | 'name' | 'kind' | 'decimals' | 'archived_at'
> & { choices: readonly string[] }

/** Of one tenant, or of all; archived ones too. In the order of their names. */
export async function fieldsOf(
  db: Db,
  tenantIds: readonly string[] | null,
  entity: CustomEntity,
): Promise<FieldRow[]> {
  const ids = tenantIds ?? (await db.selectFrom('tenants').select('id').execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('custom_fields')
    .select(['tenant_id', 'key', 'name', 'kind', 'decimals', 'choices', 'archived_at'])
    .where('entity', '=', entity)
    .where('tenant_id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    ...row,
    decimals: Number(row.decimals),
    choices: JSON.parse(row.choices) as string[],
  }))
}

/** The column `custom` of a record's table: JSON, null where it has none. Rules write it (`withCustomFields`). */
export const customColumn: ColumnMap = {
  of: ['custom'],
  read: row => valuesIn(row),
  write: () => ({}),
}

export const valuesIn = ({ custom }: Stored): CustomValues =>
  typeof custom === 'string' ? (JSON.parse(custom) as CustomValues) : {}

/**
 * As they are read, and folded, as they are found: one function folds for both engines. In the order of the keys, so
 * that the same values are the same text.
 */
function stored(values: CustomValues): { custom: string | null; custom_folded: string | null } {
  const all = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  if (all.length === 0) return { custom: null, custom_folded: null }
  const folded = all.map(([key, value]) => [key, Array.isArray(value) ? value.map(fold) : fold(value)])
  return {
    custom: JSON.stringify(Object.fromEntries(all)),
    custom_folded: JSON.stringify(Object.fromEntries(folded)),
  }
}

interface Own {
  tenant?: string | null
  custom?: Readonly<Record<string, string | string[] | null>> | undefined
}

/** The rules of an entity, which judge values of its tenant's own fields as well. */
export const withCustomFields = <Input extends Own>(
  entity: CustomEntity,
  rules: Rules<Input>,
): Rules<Input> => ({
  ...rules,
  judge: async (db, drafts) => {
    const verdicts = await rules.judge(db, drafts)
    const isSame = ({ input: { custom }, before }: Draft<Input>) => {
      const had = valuesIn(before ?? {})
      const given: NonNullable<Own['custom']> = custom ?? {}
      return Object.entries(given).every(([key, value]) => isEqual(value, ownOf(had, key)))
    }
    const changed = drafts.map(draft => !isSame(draft))
    const tenantOf = (at: number) =>
      verdicts[at]?.columns.tenant_id ?? drafts[at]?.input.tenant ?? drafts[at]?.before?.tenant_id
    const tenants = new Set(
      changed.flatMap((isOther, at) =>
        isOther && typeof tenantOf(at) === 'string' ? [String(tenantOf(at))] : [],
      ),
    )
    if (tenants.size === 0) return verdicts
    const fields = await fieldsOf(db, [...tenants], entity)
    return verdicts.map((verdict, at) => {
      const draft = drafts[at]
      if (!changed[at] || !draft) return verdict
      const own = fields.filter(({ tenant_id }) => tenant_id === tenantOf(at))
      const { values, problems } = merged(own, valuesIn(draft.before ?? {}), draft.input.custom ?? {})
      return {
        columns: { ...verdict.columns, ...stored(values) },
        problems: { ...verdict.problems, ...problems },
      }
    })
  },
})

const isEqual = (value: CustomValue | null | undefined, had: CustomValue | undefined): boolean =>
  JSON.stringify(value ?? null) === JSON.stringify(had ?? null)

/** What stands and what a form says: a value that stays as it is stays, whatever has become of its field. */
function merged(
  fields: readonly FieldRow[],
  had: CustomValues,
  given: NonNullable<Own['custom']>,
): { values: CustomValues; problems: Problems } {
  const values = { ...had }
  const problems: Problems = {}
  for (const [key, value] of Object.entries(given)) {
    if (isEqual(value, ownOf(had, key))) continue
    const field = fields.find(one => one.key === key && one.archived_at === null)
    const read = field ? valueOf(field, value) : { code: 'unknown_field' }
    if ('code' in read) problems[`custom.${key}`] = [read]
    else if (read.value === null) delete values[key]
    else values[key] = read.value
  }
  return { values, problems }
}

type Read = { value: CustomValue | null } | FieldProblem

/** As it is stored; null for nothing. */
export function valueOf(
  { kind, decimals, choices }: Pick<FieldRow, 'kind' | 'decimals' | 'choices'>,
  given: string | readonly string[] | null,
): Read {
  if (given === null || given === '') return { value: null }
  if (kind === 'tags') return tagsIn(Array.isArray(given) ? given : String(given).split(/[,;\n]+/))
  if (typeof given !== 'string') return { code: 'invalid' }
  const read = oneLine(given, MAX_TEXT)
  if (!('value' in read) || read.value === null) return read
  const text = String(read.value)
  switch (kind) {
    case 'number': {
      const number = exactNumber(text, decimals)
      return 'digits' in number
        ? { value: number.digits }
        : { code: number.code, ...(number.code === 'too_precise' && { params: { digits: decimals } }) }
    }
    case 'date':
      return isDatePart(text) && text.length === 10 ? read : { code: 'not_a_date' }
    case 'choice': {
      const choice = choices.find(one => one === text) ?? choices.find(one => fold(one) === fold(text))
      return choice === undefined
        ? { code: 'not_one_of', params: { values: choices.join(', ') } }
        : { value: choice }
    }
    case 'text':
      return read
  }
}

function tagsIn(given: readonly string[]): Read {
  const tags = new Map<string, string>()
  for (const one of given) {
    const read = oneLine(one, MAX_TAG)
    if (!('value' in read)) return read
    // A comma parts them in forms and files.
    const tag = String(read.value ?? '')
    if (/[,;]/.test(tag)) return { code: 'invalid' }
    if (tag !== '' && !tags.has(fold(tag))) tags.set(fold(tag), tag)
  }
  if (tags.size > MOST_TAGS) return { code: 'too_many', params: { limit: MOST_TAGS } }
  return { value: tags.size === 0 ? null : [...tags.values()] }
}

function oneLine(text: string, most: number): Read {
  if (text.trim() === '') return { value: null }
  // Half a letter, which JSON can carry, is no text for a database.
  if (/\p{Surrogate}/u.test(text)) return { code: 'invalid' }
  const read = line(1, most).safeParse(text)
  if (read.success) return { value: read.data }
  return read.error.issues.some(({ code }) => code === 'too_big')
    ? { code: 'too_long', params: { max: most } }
    : { code: 'invalid' }
}

/**
 * Records with any of the values of each of the keys. Refused with 422 `field_gone` where no field of the reader's
 * tenant has a key, or it is archived: a filter narrows a list or is refused.
 */
export const hasCustomValues =
  (entity: CustomEntity) =>
  async (filters: readonly string[], { db, scope }: FilterReading): Promise<RawBuilder<boolean>> => {
    const wanted = new Map<string, string[]>()
    for (const { key, value } of filters.map(partsOfFilter))
      wanted.set(key, [...(wanted.get(key) ?? []), value])
    const fields = await fieldsOf(db, scope.tenantId === null ? null : [scope.tenantId], entity)
    const all = [...wanted].map(([key, values]) => {
      const own = fields.filter(one => one.key === key && one.archived_at === null)
      if (own.length === 0)
        throw new Problem(422, 'filter_field_gone', {
          fields: { custom: [{ code: 'field_gone', params: { name: key } }] },
        })
      return sql<boolean>`t.id in (select v.record_id from custom_values v where ${sql.join(
        conditionsOf(entity, own, values),
        sql` or `,
      )})`
    })
    return sql<boolean>`(${sql.join(all, sql` and `)})`
  }

/**
 * Of several tenants' fields of one key each takes the values that it can have. A value that none could have finds
 * nothing by mistake: it is refused.
 */
function conditionsOf(
  entity: CustomEntity,
  own: readonly FieldRow[],
  values: readonly string[],
): RawBuilder<boolean>[] {
  const read = own.map(field => ({ field, wanted: values.map(text => wantedOf(field, text)) }))
  for (const at of values.keys()) {
    const codes = read.flatMap(({ wanted }) => {
      const one = wanted[at]
      return one && 'code' in one ? [one.code] : []
    })
    if (codes[0] !== undefined && codes.length === read.length) throw invalidField('custom', codes[0])
  }
  return read.flatMap(({ field, wanted }) => {
    const usable = wanted.flatMap(one => ('code' in one ? [] : [one]))
    return usable.length > 0 ? [foundBy(entity, field, usable)] : []
  })
}

function foundBy(entity: CustomEntity, field: FieldRow, wanted: readonly Wanted[]): RawBuilder<boolean> {
  const exact = wanted.flatMap(one => ('value' in one ? [one.value] : []))
  const conditions = [
    ...(exact.length > 0 ? [sql<boolean>`v.value in (${sql.join(exact)})`] : []),
    ...wanted.flatMap(one =>
      'from' in one ? [sql<boolean>`(v.value >= ${one.from} and v.value < ${`${one.from}-99`})`] : [],
    ),
  ]
  return sql<boolean>`(v.tenant_id = ${field.tenant_id} and v.entity = ${entity} and v.key = ${field.key} and (${sql.join(conditions, sql` or `)}))`
}

/** One value as it is found, or days that begin so. */
type Wanted = { value: string } | { from: string }

/** What a filter's text means for a field; a problem's code where the field cannot have it. */
function wantedOf(field: FieldRow, text: string): Wanted | { code: string } {
  // Records may still have one that is no choice any longer.
  if (field.kind === 'choice') return { value: fold(text) }
  if (field.kind === 'date' && text.length < 10)
    return isDatePart(text) ? { from: text } : { code: 'invalid' }
  const read = valueOf(field, field.kind === 'tags' ? [text] : text)
  if ('code' in read) return { code: read.code === 'ambiguous_number' ? read.code : 'invalid' }
  const [value] = [read.value ?? []].flat()
  return value === undefined ? { code: 'invalid' } : { value: fold(value) }
}
