/** The columns of a form's texts, numbers and flags, which their contract describes: a store names only the others. */
import type { z } from 'zod'
import type { Contract } from '../contract/contract'
import { flag, plain, type ColumnMap } from './columns'

type Kind = 'text' | 'number' | 'flag'

/**
 * What a field holds below "may be empty" and "may be left out"; undefined for what is no single value, such as money.
 */
function kindOf(schema: unknown): Kind | undefined {
  const { def } = schema as { def: { type: string; innerType?: z.ZodType } }
  if (def.innerType) return kindOf(def.innerType)
  return kinds[def.type]
}

const kinds: Readonly<Record<string, Kind | undefined>> = {
  string: 'text',
  enum: 'text',
  number: 'number',
  boolean: 'flag',
}

/** By field, those that are in the row and in the form alike. */
function formKinds({ row, input }: Contract): [field: string, kind: Kind][] {
  return Object.entries(row.shape).flatMap(([field, schema]) => {
    const kind = field in input.shape ? kindOf(schema) : undefined
    return kind ? [[field, kind]] : []
  })
}

/** All columns of a store: those that it describes itself, and the plain ones. */
export function withFormColumns(
  contract: Contract,
  described: Readonly<Record<string, ColumnMap>>,
): Record<string, ColumnMap> {
  const columns: Record<string, ColumnMap> = {
    ...Object.fromEntries(
      formKinds(contract).map(([field, kind]) => [field, kind === 'flag' ? flag(field) : plain(field)]),
    ),
    ...described,
  }
  const missing = Object.keys(contract.row.shape).filter(
    field => !(field in columns) && !ofEveryEntity.has(field),
  )
  if (missing.length > 0)
    throw new Error(`${contract.many}: the store says in 'columns' where ${missing.join(', ')} is stored`)
  return columns
}

const ofEveryEntity = new Set(['_id', 'version', 'archived_at', 'created_at', 'updated_at'])

/** How the database stores them, for statements that write many rows. */
export const formColumnTypes = (contract: Contract): Record<string, 'text' | 'bigint'> =>
  Object.fromEntries(
    formKinds(contract).map(([field, kind]) => [field, kind === 'text' ? 'text' : 'bigint'] as const),
  )
