/** How laws ask every list, and what they say of one that breaks them. */
import type { FullLists } from './full-lists'

export type List = FullLists['lists'][number]
export type Body = Record<string, unknown>
export type Row = Record<string, unknown>

/** Raw data is in the order of its times. */
const streams = Object.fromEntries(
  'events events-custom messages counters counters-virtual counters-logic meters logs log-errors gaps'
    .split(' ')
    .map(name => [`rawdata/v1/${name}`, 'server_time DESC']),
)

/** Nothing has it. */
export const NOTHING = 'f'.repeat(24)

export const keyOf = (row: Row) =>
  JSON.stringify(
    row._id ??
      row.id ??
      row.seq ??
      row.line ?? [row.server_time_nano, row.message_seq_nr, row.game_nr, row.smib, row.text],
  )

export function listLaws(full: () => FullLists) {
  async function ask({ path }: Pick<List, 'path'>, body: Body = {}) {
    const { exactFields, exactValues } = full().needed(path)
    const merged = {
      ...body,
      exactFields: [...exactFields, ...((body.exactFields as string[]) ?? [])],
      exactValues: [...exactValues, ...((body.exactValues as unknown[]) ?? [])],
    }
    const answer = await full().ask(path, merged)
    return {
      status: answer.status,
      fields: answer.body.error?.fields ?? {},
      data: answer.body.data,
      rows: answer.body.data?.rows ?? [],
      total: answer.body.data?.total ?? 0,
    }
  }
  return {
    ask,
    farthest,
    /** What is wrong, list by list. */
    async wrongIn(check: (list: List, wrong: (what: string) => void) => Promise<void>): Promise<string[]> {
      const found: string[] = []
      for (const list of full().lists)
        await check(list, what => {
          found.push(`${list.path}: ${what}`)
        })
      return found
    },
    /** 422, and it says what of. */
    async refused(list: List, body: Body, name: string, wrong: (what: string) => void): Promise<void> {
      const { status, fields } = await ask(list, body)
      if (status !== 422 || !(name in fields))
        wrong(`${JSON.stringify(body)} answers ${status} ${JSON.stringify(fields)}`)
    },
  }
}

/** The first and the last instant that a date can hold. */
const FAR = 8_640_000_000_000_000
/** Periods that reach to them. */
const farthest: readonly Body[] = [
  { dateStart: -FAR },
  { dateEnd: FAR },
  { dateEnd: -FAR },
  { dateStart: FAR },
  { startDate: '0000-01-01T00:00:00Z', endDate: '9999-12-31T23:59:59.999Z' },
]

/** Lists that open in another order than newest id first, by the end of their path. */
export const orders: Readonly<Record<string, string>> = {
  'tasks/v1/tasks': 'create_time DESC',
  'tasks/v1/current': 'create_time DESC',
  'tasks/v1/completed': 'create_time DESC',
  ...streams,
  'rawdata/v1/slotdata': 'receivedDate DESC',
  'rawdata/v1/logs': 'smib_id DESC',
  'rawdata/v1/log-errors': 'smib_id DESC',
  'timelog/v1/timelog': 'server_time DESC',
  'checkpoints/v1/checkpoints': 'server_time DESC',
  'aggregations/v1/raw': 'server_time DESC',
  'aggregations/v1/query': 'server_time DESC',
  'audit/v1/entries': 'at DESC',
  'audit/v1/mine': 'at DESC',
  'notifications/v1/list': 'timestamp DESC',
  'slotcontrol/v1/commands': 'created_at DESC',
  'slotcontrol/v1/handpays': 'since ASC',
  'open-work/v1/mine': 'since ASC',
  'configuration/v1/work-orders': 'due_on ASC',
  'configuration/v1/custom-fields': 'name ASC',
  'repairs/v1/repairs': 'crossing DESC',
  'anomalies/v1/anomalies': 'last_at DESC',
  'alarms/v1/alarms': 'since DESC',
  'alarms/v1/alarm-rules': 'name ASC',
  'alarms/v1/alarm-steps': 'minutes ASC',
  'alarms/v1/on-call-orders': 'name ASC',
  'webhooks/v1/notification-channels': 'name ASC',
  'display-channels/v1/': 'seq ASC',
  'report-schedules/v1/': 'seq ASC',
  'fiscal-reports/v1/collector-checkpoints': 'timestamp DESC',
  'fiscal-reports/v1/daily-reports': 'report_date DESC',
  'fiscal-reports/v1/monthly-reports': 'month DESC',
  'payment-transactions-processor/v1/transactions': 'timestamp DESC',
  'payment-transactions-processor/v1/transaction-log': 'timestamp DESC',
  'remote-cashout/v1/list': 'timestamp DESC',
  'jackpot-manager/v1/jackpot-wins': 'timestamp DESC',
  'jackpot-manager/v1/jackpot-tellings': 'timestamp DESC',
  'jackpot-snapshot/v1/checkpoints': 'timestamp DESC',
  'imports/v1/rows': 'line ASC',
  'slotcontrol/v1/bulk-items': 'seq ASC',
  'alarms/v1/': 'seq ASC',
  'configuration/v1/': 'seq ASC',
  'users/v1/': 'seq ASC',
  'webhooks/v1/': 'seq ASC',
}
