/** The law over all statements of the suite (`bin/laws/one-tenant.mjs`), on statements of its own. */
import { describe, expect, it } from 'vitest'
import { testBackend } from '../../../tests/support/backend'
import { withJudge } from '../../../tests/support/one-tenant'

const somebodys: [sql: string, parameters?: unknown[]][] = [
  ['select * from slots where tenant_id = $1', ['t']],
  [
    'select 1 from counter_hours where location_nr = (select nr from short_ids where short_ids.id = $1)',
    ['l'],
  ],
  [
    'select s.serial from slots s, unnest($1::text[]) as given(slot) where s.id = given.slot',
    [['01a22e9ef738b8664ad5d428']],
  ],
  ['select s.serial from slots s join locations l on l.id = s.location_id where l.tenant_id in ($1)', ['t']],
  [
    'update locations set version = 2 where exists (select 1 from tenants where id = locations.tenant_id) and id = $1',
    ['l'],
  ],
  ['select name from games order by name'],
  ['select 1 from tenants t where t.archived_at is null'],
]
const everybodys: [sql: string, parameters?: unknown[]][] = [
  ['select id from slots where archived_at is not null limit 1'],
  ['select gaming_day, sum(coin_in) from counter_days where game_nr = 0 group by gaming_day'],
  [
    'select s.serial, l.name from slots s join locations l on l.id = s.location_id where s.status = $1',
    ['active'],
  ],
  [
    "with gone as (delete from days_to_refresh where day < '2026-03-01' returning 1) select count(*) from gone",
  ],
  [
    'insert into days_to_refresh (location_id, day) select location_id, day from location_days on conflict do nothing',
  ],
]

describe.runIf(process.env['TEST_DATABASE_URL'])('a statement that is sent for a tenant', () => {
  it('names whose rows it reads, itself or by what it is given; what all tenants share is nobody’s', async () => {
    const backend = await testBackend()
    try {
      await withJudge(backend.deps.env.databaseUrl ?? '', ['games'], async namesNobody => {
        const wrong = async (statements: typeof somebodys) => {
          const found: string[] = []
          for (const [sql, parameters = []] of statements)
            if (await namesNobody({ sql, parameters })) found.push(sql)
          return found
        }
        expect(await wrong(somebodys)).toEqual([])
        expect(await wrong(everybodys)).toEqual(everybodys.map(([sql]) => sql))
        // Nothing is left of it to look at.
        expect(await namesNobody({ sql: 'select 1 from slots where 1 = 0', parameters: [] })).toBeUndefined()
      })
    } finally {
      await backend.close()
    }
  })
})
