/**
 * What lets a cluster spread the large tables by tenant (docs/operations.md): whose a row is stands in it, and in each
 * of its keys.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { SHARED, tablesOfAll } from '../../../tests/support/tenant-tables'

/** What grows with the years: spread by its tenant's number, or by its identifier. */
const LARGE = {
  stored_readings: 'tenant_nr',
  stored_messages: 'tenant_nr',
  stored_hours: 'tenant_nr',
  counter_days: 'tenant_id',
  event_days: 'tenant_id',
  event_sums: 'tenant_id',
  events: 'tenant_id',
  slot_data: 'tenant_id',
  smib_logs: 'tenant_id',
  location_days: 'tenant_id',
  location_day_sums: 'tenant_id',
  tenant_day_sums: 'tenant_id',
  location_month_sets: 'tenant_id',
  slot_day_closings: 'tenant_id',
  slot_spans: 'tenant_id',
  span_days: 'tenant_id',
  late_movements: 'tenant_id',
  raw_archive_pieces: 'tenant_id',
  archived_digests: 'tenant_id',
} as const

/** Small ones, whose row belongs to another one that says whose it is. */
const OF_ANOTHER: Record<string, string> = {
  acl_group_members: 'group_id',
  acl_rule_groups: 'rule_id',
  alarm_pending: 'rule_id',
  anomaly_heads: 'location_id',
  anomaly_marks: 'slot_id',
  avatars: 'user_id',
  board_presence: 'smib_id',
  bulk_items: 'job_id',
  checkpoint_days: 'location_id',
  columns_configurations: 'role_id',
  counter_latest: 'slot_id', // One row of each game of a slot, written with each reading: 24 characters more would be bound each time.
  data_export_chunks: 'export_id', // Deleted with its file after days.
  days_to_refresh: 'location_id',
  default_views: 'user_id',
  email_codes: 'user_id',
  entity_group_members: 'group_id',
  failed_sign_ins: 'name_key', // Of a name that may be nobody's.
  idempotency_keys: 'actor_id',
  import_parts: 'import_id',
  import_rows: 'import_id',
  left_assignments: 'slot_id',
  login_attempts: 'name_key',
  mail_files: 'mail_id',
  many_items: 'job_id',
  notification_mails: 'user_id',
  notification_receipts: 'user_id',
  notification_subscriptions: 'user_id',
  notification_wishes: 'user_id',
  passkey_challenges: 'user_id',
  passkeys: 'user_id',
  password_links: 'user_id',
  presence_limits: 'owner_id',
  push_browsers: 'user_id',
  refresh_tokens: 'family_id',
  report_sending_files: 'sending_id',
  role_permissions: 'role_id',
  seal_files: 'seal_id',
  second_factors: 'user_id',
  sequence_runs: 'smib_id', // A row a restart of a SMIB.
  slot_doors: 'slot_id',
  smib_feeds: 'smib_id', // One row of each SMIB, written with each batch.
  smib_slots: 'smib_id',
  sso_answered: 'state_hash', // Of a sign-in that has no person yet.
  sso_identities: 'user_id',
  token_families: 'user_id',
  user_group_members: 'user_id',
  user_group_roles: 'group_id',
  user_roles: 'user_id',
  user_settings: 'user_id',
}

/** Of the embedded database alone, which is never spread: two bytes less a reading. */
const OF_ANOTHER_EMBEDDED: Record<string, string> = { stored_readings: 'terms' }

/** Unique over all tenants, since whoever brings it does not say whose it is; none is of a large table. */
const UNIQUE_OVER_ALL: Record<string, string[]> = {
  api_tokens: ['token_hash', 'previous_hash'],
  displays: ['token_hash'],
  kiosks: ['secret_hash'],
  push_browsers: ['endpoint_hash'],
  seals: ['hash', 'code'], // On paper.
  share_links: ['token_hash'],
  smibs: ['mac'], // A device is one device.
  users: ['username_key'], // Before the sign-in nobody is known.
  approvals: ['about'], // The identifier of what waits for an answer.
  machine_commands: ['open_target'], // A slot's or a SMIB's identifier.
}

interface Column {
  name: string
  isRequired: boolean
}
interface Table {
  columns: Column[]
  /** Primary and unique, each by its columns. */
  keys: string[][]
}

let backend: TestBackend
const tables = new Map<string, Table>()
beforeAll(async () => {
  backend = await testBackend()
  const { rows } = await (backend.deps.engine === 'postgres' ? inPostgres() : inEmbedded()).execute(
    backend.db,
  )
  for (const { name, columns, keys } of rows)
    tables.set(name, {
      columns: JSON.parse(columns) as Column[],
      keys: (JSON.parse(keys) as (string | null)[][]).map(key => key.flatMap(column => column ?? [])),
    })
})
afterAll(() => backend.close())

interface Row {
  name: string
  columns: string
  keys: string
}
/** Months and other parts have what their table has. */
const inPostgres = () => sql<Row>`
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'isRequired', a.attnotnull))::text
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg((select json_agg(a.attname order by k.place)
        from unnest(i.indkey::smallint[]) with ordinality k(nr, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.nr))::text
      from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as keys
  from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
/** A text that is a key alone is required by nobody but the key. */
const inEmbedded = () => sql<Row>`
  select t.name,
    (select json_group_array(json_object('name', c.name, 'isRequired', json(iif(c."notnull" or c.pk > 0, 'true', 'false'))))
      from pragma_table_info(t.name) c) as columns,
    (select json_group_array(json((select json_group_array(k.name) from pragma_index_info(i.name) k)))
      from pragma_index_list(t.name) i where i."unique" = 1) as keys
  from pragma_table_list t where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'`

const ofAnother = () =>
  backend.deps.engine === 'postgres' ? OF_ANOTHER : { ...OF_ANOTHER, ...OF_ANOTHER_EMBEDDED }
const ofAllTenants = () => tablesOfAll(backend.app).filter(name => tables.has(name))
const ownerOf = (table: Table | undefined) =>
  table?.columns.find(({ name }) => name === 'tenant_id' || name === 'tenant_nr')

describe('a schema that can be spread by tenant', () => {
  it('says of each row whose it is, in the row or in the one that it belongs to', () => {
    const without = [...tables].flatMap(([name, table]) => (ownerOf(table) ? [] : name))
    expect(without.sort()).toEqual(
      [...new Set([...SHARED, ...ofAllTenants(), ...Object.keys(ofAnother())])].sort(),
    )
    const nobodys = [...tables].flatMap(([name, table]) => (ownerOf(table)?.isRequired === false ? name : []))
    expect(nobodys).toEqual([])
    const lost = Object.entries(ofAnother()).filter(
      ([name, column]) => !tables.get(name)?.columns.some(one => one.name === column),
    )
    expect(lost).toEqual([])
  })

  it('has no key that is unique over all tenants, but for what names no tenant by itself', () => {
    const crossing = [...tables].flatMap(([name, table]) =>
      !ownerOf(table)
        ? []
        : table.keys
            .filter(
              key =>
                // An identifier is one tenant's, whatever stands beside it.
                !key.some(column => column === 'id' || column.endsWith('_id') || column.endsWith('_nr')) &&
                !UNIQUE_OVER_ALL[name]?.some(column => key.includes(column)),
            )
            .map(key => `${name} (${key.join(', ')})`),
    )
    expect(crossing).toEqual([])
  })

  it('knows the large tables', () => {
    for (const [name, tenant] of Object.entries(LARGE))
      if (!(name in ofAnother())) expect([name, ownerOf(tables.get(name))?.name]).toEqual([name, tenant])
  })
})

describe.runIf(process.env['TEST_DATABASE_URL'])('a large table on PostgreSQL', () => {
  const large = Object.entries(LARGE)

  it('has its tenant in every key', () => {
    const keysWithout = large.flatMap(([name, tenant]) =>
      (tables.get(name)?.keys ?? [])
        .filter(key => !key.includes(tenant))
        .map(key => `${name} (${key.join(', ')})`),
    )
    expect(keysWithout).toEqual([])
    expect(large.filter(([name]) => tables.get(name)?.keys.length === 0)).toEqual([])
  })

  // They touch rows of the same tenant alone, for which a cluster has a setting (docs/operations.md).
  const withLeave = ['location_day_sums_kept', 'location_day_sums_less', 'location_day_sums_more']

  it('has no foreign key, no column that counts by itself and no trigger but those with leave: a cluster takes none of them', async () => {
    const names = sql.join(large.map(([name]) => name))
    const { rows } = await sql<{ what: string }>`
      select k.conname as what from pg_constraint k where k.contype = 'f'
        and (k.conrelid::regclass::text in (${names}) or k.confrelid::regclass::text in (${names}))
      union all select t.tgname from pg_trigger t where not t.tgisinternal and t.tgrelid::regclass::text in (${names})
      union all select a.attname from pg_attribute a where a.attrelid::regclass::text in (${names}) and a.attidentity <> ''`.execute(
      backend.db,
    )
    expect(rows.map(({ what }) => what).sort()).toEqual(withLeave)
  })
})
