/** Who looks after sendings reads those of tenants that have any to change, and no others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { scheduleReports } from '../../../tests/support/report-schedules'
import { plansOf } from '../../../tests/support/sent-plans'
import { newId } from '../../platform/db/new-id'
import { isPostgres } from '../../platform/db/bulk'
import { sendWhatIsDue } from './schedule-watch.service'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  await scheduleReports(
    b,
    async (path, body) => (await b.json(path, { as: 'mihai', body })).body.data as never,
  )
})
afterAll(() => b.close())

/** Of a tenant, or of all. */
const readsAllSendings = (plan: string) =>
  /SCAN (?:report_sendings|o|s|f)\b|SEARCH report_sendings\b.*\(tenant_id=\?\)/.test(plan)
const turn = () => plansOf(b.db, db => sendWhatIsDue({ ...b.deps, db }))
const changes = (plans: string[]) =>
  plans.flatMap(plan => /^(?:update "report_sendings"|delete from)/.exec(plan) ?? [])

it('stops what waits of an archived schedule and drops old files, once, by indexes', async () => {
  const sendings = await b.db.selectFrom('report_sendings').select(['id', 'schedule_id', 'kind']).execute()
  const of = (kind: string) =>
    sendings.find(sending => sending.kind === kind) ?? expect.fail(`no ${kind} sending`)
  await b.db
    .insertInto('report_sending_files')
    .values({
      id: newId(0),
      sending_id: of('daily').id,
      location_id: locations.cluj.id,
      nr: 0,
      name: 'report.pdf',
      type: 'application/pdf',
      content: 'JVBERg==',
      size: 4,
      created_at: 0,
    })
    .execute()
  await b.db
    .updateTable('report_schedules')
    .set({ archived_at: b.clock() })
    .where('id', '=', of('weekly').schedule_id)
    .execute()

  const first = await turn()
  expect(await b.db.selectFrom('report_sending_files').select('id').execute()).toEqual([])
  const { state } = await b.db
    .selectFrom('report_sendings')
    .select('state')
    .where('id', '=', of('weekly').id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('stopped')
  expect(changes(first)).toEqual(['update "report_sendings"', 'delete from'])

  // A tenant without any of both is not looked at for them.
  const second = await turn()
  expect(changes(second)).toEqual([])
  // PostgreSQL plans by how many rows there are.
  if (isPostgres(b.db)) return
  expect([...first, ...second].filter(readsAllSendings)).toEqual([])
})
