import { dailyReportsRule } from '../fiscal-reports/daily-reports.contract'
import { monthlyReportsRule } from '../fiscal-reports/monthly-reports.contract'
import { allows } from '../../platform/contract/permissions'
import { invalidField, Problem } from '../../platform/contract/problem'
import { absent, derived, readOnly, readOnlyRefTo, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { reportSchedulesContract, reportSendingsContract, type ReportKind } from './report-schedules.contract'

type Writing = WriteContext<typeof reportSchedulesContract>

/** What one has to be allowed to read, to have it sent and to be sent it. */
export const readRuleOf = (kind: ReportKind) => (kind === 'monthly' ? monthlyReportsRule : dailyReportsRule)

export const idsIn = (row: { recipients?: unknown }) => JSON.parse(String(row.recipients ?? '[]')) as string[]

export const reportSchedulesStore = defineStore(reportSchedulesContract, {
  table: 'report_schedules',
  columns: {
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    location: refTo('location_id', 'locations', 'name'),
    formats: {
      column: 'formats',
      of: ['formats'],
      read: row => JSON.parse(String(row.formats)) as unknown,
      write: value => ({ formats: JSON.stringify(value) }),
    },
    recipient_count: derived(['recipients'], row => idsIn(row).length),
    recipients: absent,
  },
  search: ({ name }) => [name as string],
  more: async ({ db }, row) => {
    const { recipients } = await db
      .selectFrom('report_schedules')
      .select('recipients')
      .where('id', '=', String(row._id))
      .executeTakeFirstOrThrow()
    const ids = idsIn({ recipients })
    row.recipients =
      ids.length === 0
        ? []
        : await db
            .selectFrom('users')
            .select(['id as _id', 'username as name'])
            .where('id', 'in', ids)
            .orderBy('username')
            .execute()
  },
  prepare,
})

async function prepare({ db, actor, scope, before, input, now }: Writing): Promise<Stored> {
  if (!allows(actor.permissions, readRuleOf(input.kind)))
    throw new Problem(403, 'forbidden', { details: { permission: readRuleOf(input.kind) } })
  const owner = await ownerOf({ db, scope, before, input })
  const recipients = input.recipients ?? (before ? idsIn(before) : [])
  // Nobody named: whoever makes it has it sent to themselves.
  const named = recipients.length > 0 ? recipients : [actor.id]
  await demandPeople(db, owner, named)
  const isOther = before && (before.kind !== input.kind || before.location_id !== input.location)
  return {
    tenant_id: owner,
    recipients: JSON.stringify(named),
    // A schedule of something else owes what is due from now on.
    ...((!before || isOther) && { since: now }),
  }
}

/** Of the location, or of the whole tenant that is named or asks. */
async function ownerOf({
  db,
  scope,
  before,
  input,
}: Pick<Writing, 'db' | 'scope' | 'before' | 'input'>): Promise<string> {
  const owner = input.location
    ? await tenantOf(db, 'locations', input.location)
    : await tenantOf(db, 'tenants', input.tenant ?? (before?.tenant_id as string) ?? scope.tenantId ?? '')
  if (owner === null || (scope.tenantId !== null && owner !== scope.tenantId))
    throw invalidField(input.location ? 'location' : 'tenant', 'unknown')
  if (input.tenant && input.tenant !== owner) throw invalidField('location', 'other_tenant')
  if (before && before.tenant_id !== owner) throw invalidField('tenant', 'fixed')
  return owner
}

async function tenantOf(db: Db, table: 'locations' | 'tenants', id: string): Promise<string | null> {
  if (table === 'tenants') {
    const found = await db.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst()
    return found?.id ?? null
  }
  const found = await db.selectFrom('locations').select('tenant_id').where('id', '=', id).executeTakeFirst()
  return found?.tenant_id ?? null
}

/** Of the tenant alone: a report leaves by e-mail to nobody else. */
async function demandPeople(db: Db, owner: string, ids: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('tenant_id', '=', owner)
    .where('archived_at', 'is', null)
    .execute()
  if (found.length < ids.length) throw invalidField('recipients', 'other_tenant')
}

export const reportSendingsStore = defineStore(reportSendingsContract, {
  table: 'report_sendings',
  columns: {
    schedule: readOnlyRefTo('schedule_id', 'report_schedules', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    kind: readOnly('kind'),
    period: readOnly('period'),
    state: readOnly('state'),
    due_at: readOnly('due_at'),
    wait_until: readOnly('wait_until'),
    told_at: readOnly('told_at'),
    sent_at: readOnly('sent_at'),
    sent_to: readOnly('sent_to'),
    files: readOnly('files'),
    problem: readOnly('problem'),
  },
  search: ({ period, sent_to }) => [period, sent_to] as string[],
})
