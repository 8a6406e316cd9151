import type { CreateTableBuilder, Kysely } from 'kysely'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'

const entry = <Name extends string>(table: CreateTableBuilder<Name>) =>
  table
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('name_key', 'text', column => column.notNull().unique())
    .addColumn('note', 'text')
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
const made = <Name extends string>(table: CreateTableBuilder<Name>) =>
  entry(table).addColumn('manufacturer_id', 'text', column => column.references('manufacturers.id'))

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await entry(schema.createTable('manufacturers'))
    .addColumn('full_name', 'text')
    .addColumn('country', 'text')
    .execute()
  await made(schema.createTable('machine_types'))
    .addColumn('operating_class', 'text')
    .addColumn('positions', 'bigint')
    .execute()
  await made(schema.createTable('games'))
    .addColumn('kind', 'text', column => column.notNull())
    .execute()
  await made(schema.createTable('game_mixes'))
    .addColumn('game_count', 'bigint', column => column.notNull())
    .execute()
  await schema
    .createTable('game_mix_games')
    // Written with the mix itself, before it: deleted with it by its store.
    .addColumn('mix_id', 'text', column => column.notNull())
    .addColumn('game_id', 'text', column => column.notNull().references('games.id'))
    .addPrimaryKeyConstraint('game_mix_games_pk', ['mix_id', 'game_id'])
    .execute()
  await entry(schema.createTable('protocols'))
    .addColumn('protocol_family', 'text', column => column.notNull())
    .execute()
  await entry(schema.createTable('game_profiles'))
    .addColumn('game_id', 'text', column => column.notNull().references('games.id'))
    .addColumn('paytable_id', 'text')
    .addColumn('theoretical_rtp', 'bigint', column => column.notNull())
    .addColumn('min_bet', 'bigint')
    .addColumn('max_bet', 'bigint')
    .addColumn('lines', 'bigint')
    .addColumn('denominations', 'text')
    .addColumn('volatility', 'bigint')
    .addColumn('progressive', 'integer', column => column.notNull())
    .addColumn('software_version', 'text')
    .addColumn('software_signature', 'text')
    .addColumn('approval_no', 'text')
    .execute()
  await entry(schema.createTable('game_settings'))
    .addColumn('game_id', 'text', column => column.references('games.id'))
    .addColumn('profile_id', 'text', column => column.references('game_profiles.id'))
    .addColumn('denomination_minor', 'bigint')
    .addColumn('denomination_currency', 'text')
    .addColumn('max_bet', 'bigint')
    .addColumn('credit_limit_minor', 'bigint')
    .addColumn('credit_limit_currency', 'text')
    .addColumn('handpay_limit_minor', 'bigint')
    .addColumn('handpay_limit_currency', 'text')
    .addColumn('gamble', 'integer', column => column.notNull())
    .addColumn('autoplay', 'integer', column => column.notNull())
    .execute()
  // What an entry is asked for by, when it is to be deleted or shown with all that refers to it.
  for (const [table, column] of [
    ['machine_types', 'manufacturer_id'],
    ['games', 'manufacturer_id'],
    ['game_mixes', 'manufacturer_id'],
    ['game_mix_games', 'game_id'],
    ['game_profiles', 'game_id'],
    ['game_settings', 'game_id'],
    ['game_settings', 'profile_id'],
  ] as const)
    await schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()

  const at = Date.now()
  await seed(db, at, 'manufacturers', 1, ['full_name', 'country'], manufacturers)
  const makers = new Map(manufacturers.map(([name], index) => [name, idOf(1, index)]))
  const byMaker = (rows: readonly (readonly [string, string, ...Value[]])[]): Row[] =>
    rows.map(([name, maker, ...rest]): Row => [name, makers.get(maker) ?? null, ...rest])
  await seed(db, at, 'machine_types', 2, ['manufacturer_id', 'positions'], byMaker(machineTypes))
  await seed(
    db,
    at,
    'game_mixes',
    3,
    ['manufacturer_id', 'game_count'],
    byMaker(gameMixes.map(([name, maker]) => [name, maker, 0])),
  )
  await seed(db, at, 'protocols', 4, ['protocol_family'], protocols)
}

type Value = string | number | null
type Row = readonly [name: string, ...values: Value[]]

/** The same in every installation, so that a file made by one names the entries of another. */
const idOf = (table: number, index: number): string =>
  `9a0e${table.toString(16).padStart(4, '0')}${(index + 1).toString(16).padStart(16, '0')}`

/** As it stood when this landed: a migration calls nothing that may change under it. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

async function seed(
  db: Kysely<unknown>,
  at: number,
  table: string,
  nr: number,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  await insertMany(
    db as Db,
    table,
    {
      id: 'text',
      version: 'bigint',
      name: 'text',
      name_key: 'text',
      search: 'text',
      created_at: 'bigint',
      updated_at: 'bigint',
      ...Object.fromEntries(
        columns.map(column => [column, /_count$|^positions$/.test(column) ? 'bigint' : 'text'] as const),
      ),
    } as Record<string, 'text' | 'bigint'>,
    rows.map(([name, ...values], index): Record<string, Value> => ({
      id: idOf(nr, index),
      version: 1,
      name,
      name_key: fold(name),
      search: fold([name, table === 'manufacturers' ? values[0] : null].filter(Boolean).join(' ')),
      created_at: at,
      updated_at: at,
      ...Object.fromEntries(columns.map((column, place) => [column, values[place] ?? null])),
    })),
  )
}

/** Domain notes, section 10: name, full name, country. */
const manufacturers: readonly Row[] = [
  ['EGT', 'Euro Games Technology', 'BG'],
  ['CT Interactive', 'CT Interactive, Casino Technology', 'BG'],
  ['Magic Coin', null, 'BG'],
  ['Novomatic', null, 'AT'],
  ['IGT', 'International Game Technology', 'US'],
  ['Aristocrat', null, 'AU'],
  ['Light & Wonder', 'Light & Wonder: Bally, WMS, Shuffle', 'US'],
  ['Konami', null, 'JP'],
  ['Ainsworth', null, 'AU'],
  ['Merkur', 'adp Merkur', 'DE'],
  ['Bally Wulff', null, 'DE'],
  ['Synot', null, 'CZ'],
  ['Apollo Games', null, 'CZ'],
  ['Kajot', null, 'CZ'],
  ['Zitro', null, 'ES'],
  ['Cirsa', 'Cirsa, Unidesa', 'ES'],
  ['R. Franco', 'Recreativos Franco', 'ES'],
  ['Interblock', null, 'SI'],
  ['Alfastreet', null, 'SI'],
  ['Gold Club', null, 'SI'],
  ['Amatic', 'Amatic Industries', 'AT'],
  ['Everi', null, 'US'],
  ['AGS', null, 'US'],
  ['Incredible Technologies', null, 'US'],
  ['Aruze', null, 'JP'],
  ['Spintec', null, 'SI'],
  ['Baum Games', null, 'RO'],
  ['Videomultigame', 'DGL Pro, Club Master boards', 'RO'],
]
/** Name, manufacturer, players at once. */
const machineTypes: readonly (readonly [string, string, number])[] = [
  ['VS24', 'EGT', 1],
  ['P-32/32', 'EGT', 1],
  ['G 27-32', 'EGT', 1],
  ['G 50-50', 'EGT', 1],
  ['V.I.P. Eagle', 'Novomatic', 1],
  ['Panthera', 'Novomatic', 1],
  ['FV680', 'Novomatic', 1],
  ['Crystal', 'IGT', 1],
  ['PeakSlant', 'IGT', 1],
  ['Helix', 'Aristocrat', 1],
  ['Arc', 'Aristocrat', 1],
  ['Avantgarde', 'Merkur', 1],
  ['Diamond', 'Interblock', 8],
  ['R8', 'Alfastreet', 8],
]
const gameMixes: readonly (readonly [string, string])[] = [
  ['Bell Link Boost', 'EGT'],
  ['General', 'EGT'],
  ['Premier', 'EGT'],
  ['FV', 'Novomatic'],
  ['Impera', 'Novomatic'],
]
const protocols: readonly Row[] = [
  ['SAS 5.02', 'sas'],
  ['SAS 6.01', 'sas'],
  ['SAS 6.02', 'sas'],
  ['SAS 6.03', 'sas'],
  ['G2S', 'gsa'],
  ['S2S', 'gsa'],
  ['QCOM', 'qcom'],
  ['ASP/DACOM', 'vendor'],
  ['X-Standard', 'vendor'],
  ['VLC', 'vendor'],
  ['IGT netplex', 'vendor'],
  ['pulse', 'pulse'],
]
