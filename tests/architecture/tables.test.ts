/** A table is said three times: in a migration, in a `*.table.ts`, and by the store that reads and writes it. */
import path from 'node:path'
import { sql } from 'kysely'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../backend/platform/store/store-spec'
import { testBackend, type TestBackend } from '../support/backend'
import { projectFiles, root } from './project-files'

type Columns = ReadonlyMap<string, ReadonlySet<string>>

const inMigration = 'a backend/schema/migrations/NNN-<topic>.ts adds it, and `npm run found` lists that'
const inTypes = 'the `Tables` of a backend/<wing>/<module>/*.table.ts has it'

let backend: TestBackend
let migrated: Columns
let typed: Columns
beforeAll(async () => {
  backend = await testBackend()
  migrated = await migratedColumns()
  typed = typedColumns()
})
afterAll(() => backend.close())

test('what a store reads and writes is in its table, and in its type', () => {
  const missing = [...backend.app.api.stores.values()].flatMap(store => [
    ...lacking(store, migrated, inMigration),
    ...lacking(store, typed, inTypes),
  ])
  expect(missing).toEqual([])
})

test('what the type of a table says is what migrations made', () => {
  const wrong = [...typed].flatMap(([table, columns]) => {
    const made = migrated.get(table)
    if (!made) return [`${table}: typed, but no migration makes it (${inMigration})`]
    return [
      ...[...columns]
        .filter(column => !made.has(column))
        .map(column => `${table}.${column}: typed, but no migration makes it (${inMigration})`),
      ...[...made]
        .filter(column => !columns.has(column))
        .map(column => `${table}.${column}: made by a migration, but not typed (${inTypes})`),
    ]
  })
  expect(wrong).toEqual([])
})

/** What an entity asks of its table and is not there, by name. */
function lacking({ contract, spec }: Store, tables: Columns, remedy: string): string[] {
  const has = tables.get(spec.table)
  if (!has) return [`${contract.many}: there is no table ${spec.table} (${remedy})`]
  return Object.entries(needed(spec)).flatMap(([field, columns]) =>
    columns
      .filter((column, index) => !has.has(column) && columns.indexOf(column) === index)
      .map(column => `${contract.many}, ${field}: ${spec.table} has no column ${column} (${remedy})`),
  )
}

/** By field, the table's own columns behind it; each entity has those at the beginning. */
function needed({ columns, reads = {}, ownedBy }: Store['spec']): Record<string, string[]> {
  const own = ['id', 'version', 'search', 'archived_at', 'created_at', 'updated_at']
  return {
    'what every entity has': [...own, ...(ownedBy ? [ownedBy] : [])],
    ...Object.fromEntries(
      Object.entries(columns).map(([field, { column, of, reference }]) => [
        field,
        [column, reference?.own, ...of].filter(
          name => name !== undefined && !name.includes('__') && !(name in reads),
        ) as string[],
      ]),
    ),
  }
}

/** Tables and views as the migrations left them, with columns that are worked out. */
async function migratedColumns(): Promise<Columns> {
  const { rows } = await sql<{ of: string; name: string }>`
    select m.name as "of", c.name as name from sqlite_master m join pragma_table_xinfo(m.name) c
    where m.type in ('table', 'view')`.execute(backend.db)
  return grouped(rows)
}

/** `Tables` with what each `*.table.ts` adds, as the compiler reads it. */
function typedColumns(): Columns {
  const file = path.join(root, 'backend/platform/db/tables.ts')
  const added = projectFiles(/^backend\/.*\.table\.ts$/).map(one => path.join(root, one))
  const program = ts.createProgram([file, ...added], {
    strict: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    // What a form's columns are is computed from the contract, whose library needs a newer one.
    lib: ['lib.es2022.d.ts'],
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()
  const tables = program
    .getSourceFile(file)!
    .statements.filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === 'Tables')!
  return grouped(
    checker
      .getTypeAtLocation(tables)
      .getProperties()
      .flatMap(table =>
        checker
          .getTypeOfSymbolAtLocation(table, tables)
          .getProperties()
          .map(({ name }) => ({ of: table.name, name })),
      ),
  )
}

function grouped(rows: readonly { of: string; name: string }[]): Columns {
  const found = new Map<string, Set<string>>()
  for (const { of, name } of rows) found.set(of, (found.get(of) ?? new Set()).add(name))
  return found
}
