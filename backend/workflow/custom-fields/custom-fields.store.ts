import { sql } from 'kysely'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { fold, headerKey } from '../../platform/contract/fold'
import { MOST_FIELDS } from '../../platform/contract/custom-values'
import { invalidField, mostReached, Problem } from '../../platform/contract/problem'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { refTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { customFieldsContract } from './custom-fields.contract'
import type { CustomFieldsTable } from './custom-fields.table'

type Writing = WriteContext<typeof customFieldsContract>

export const store = defineStore(customFieldsContract, {
  table: 'custom_fields',
  columns: {
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    choices: {
      of: ['choices'],
      read: row => choicesIn(row),
      write: value => ({ choices: JSON.stringify(value) }),
    },
  },
  search: ({ name, key }) => [name, key] as string[],
  // A field is of all the tenant's records, whichever of them somebody may see.
  mayChange: demandWhole,
  returning: async (db, { id, tenant_id, entity, name }) => {
    const others = await othersOf(db, String(tenant_id), String(id))
    if (others.some(one => isCalled(one, String(entity), String(name))))
      throw new Problem(409, 'taken', { message: 'Another field has this name' })
    if (others.filter(isUsed).length >= MOST_FIELDS) throw mostReached()
  },
  prepare,
})

const choicesIn = (row: Stored): string[] => JSON.parse(String(row.choices)) as string[]

async function prepare({ db, scope, id, before, input }: Writing): Promise<Stored> {
  const tenant = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId)
  if (tenant === null) throw invalidField('tenant', 'required')
  if (input.tenant !== null && input.tenant !== tenant)
    throw invalidField('tenant', before ? 'fixed' : 'unknown')
  if (scope.tenantId !== null && tenant !== scope.tenantId) throw invalidField('tenant', 'unknown')
  const known = await db.selectFrom('tenants').select('id').where('id', '=', tenant).executeTakeFirst()
  if (!known) throw invalidField('tenant', 'unknown')
  const others = await othersOf(db, tenant, id)
  if (others.some(one => isCalled(one, input.entity, input.name))) throw invalidField('name', 'taken')
  const set = {
    tenant_id: tenant,
    ...(input.kind !== 'number' && { decimals: 0 }),
    ...(input.kind !== 'choice' && { choices: '[]' }),
  }
  if (before) {
    if (input.entity !== before.entity) throw invalidField('entity', 'fixed')
    if (input.key !== null && input.key !== before.key) throw invalidField('key', 'fixed')
    await demandSameValues(db, before as Stored, input)
    return { ...set, key: before.key }
  }
  if (others.filter(isUsed).length >= MOST_FIELDS)
    throw invalidField('name', 'too_many', { limit: MOST_FIELDS })
  const taken = new Set([
    ...others.filter(({ entity }) => entity === input.entity).map(({ key }) => key),
    // What every object has, a careless reader would find in each record.
    ...Object.getOwnPropertyNames(Object.prototype),
  ])
  if (input.key !== null && taken.has(input.key)) throw invalidField('key', 'taken')
  return { ...set, key: input.key ?? keyOf(input.name, taken) }
}

/** "Garanție până la" → `garantie_pana_la`, with a number where that one is taken. */
function keyOf(name: string, taken: ReadonlySet<string>): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
    .slice(0, 28)
  const key = words === '' ? 'field' : words
  for (let nr = 1; ; nr++) {
    const one = nr === 1 ? key : `${key}_${nr}`
    if (!taken.has(one)) return one
  }
}

/** The tenant's other fields. Of two writes at once the second sees what the first has stored. */
async function othersOf(db: Db, tenantId: string, id: string) {
  if (isPostgres(db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`custom fields ${tenantId}`}, 0))`.execute(db)
  return db
    .selectFrom('custom_fields')
    .select(['entity', 'key', 'name', 'archived_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '!=', id)
    .execute()
}

type Other = Pick<CustomFieldsTable, 'entity' | 'name' | 'archived_at'>
const isUsed = ({ archived_at }: Other): boolean => archived_at === null
const isCalled = (one: Other, entity: string, name: string): boolean =>
  isUsed(one) && one.entity === entity && columnName(one.name) === columnName(name)

/** Imports know a column by it: signs do not tell two names apart, unless there is nothing else. */
const columnName = (name: string): string => headerKey(name) || fold(name)

/**
 * What is stored was checked as the field was: it would be a value of another kind. A choice that records have is not
 * removed from under them; the refusal says how many have it.
 */
async function demandSameValues(
  db: Db,
  before: Stored,
  { kind, decimals, choices }: Writing['input'],
): Promise<void> {
  const isOther = kind !== before.kind || (kind === 'number' && decimals !== before.decimals)
  const removed = kind === 'choice' ? choicesIn(before).filter(one => !choices.includes(one)) : []
  if (!isOther && removed.length === 0) return
  const values = db
    .selectFrom('custom_values')
    .where('tenant_id', '=', String(before.tenant_id))
    .where('entity', '=', before.entity as CustomFieldsTable['entity'])
    .where('key', '=', String(before.key))
  if (isOther) {
    const { count } = await values
      .select(row => row.fn.count<number>('record_id').distinct().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) > 0)
      throw invalidField(kind === before.kind ? 'decimals' : 'kind', 'has_values', { count: Number(count) })
    return
  }
  const used = await values
    .select(['value', row => row.fn.countAll<number>().as('count')])
    .where('value', 'in', removed.map(fold))
    .groupBy('value')
    .orderBy('value')
    .execute()
  if (used.length > 0)
    throw new Problem(422, 'invalid', {
      fields: {
        choices: used.map(one => ({
          code: 'choice_in_use',
          params: {
            choice: removed.find(choice => fold(choice) === one.value) ?? one.value,
            count: Number(one.count),
          },
        })),
      },
    })
}
