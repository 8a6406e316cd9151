/**
 * Section 3 of the specification, list by list: each takes the parameters that are named there, in their own names, and
 * its rows and envelope have the fields.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { SYSTEM_TENANT } from '../../backend/platform/contract/primitives'
import { locations, slots, smibs, tenants } from '../people'
import { testBackend, type TestBackend } from '../support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const day = { dateStart: '2026-03-01T00:00:00Z', dateEnd: '2026-03-02T00:00:00Z' }
const from = { startDate: '2026-03-01T00:00:00Z', endDate: '2026-03-02T00:00:00Z' }
const exact = (filters: Record<string, unknown>) => ({
  exactFields: Object.keys(filters),
  exactValues: Object.values(filters),
})
const slot = slots.bellLink.id
const smib = smibs.bellLink.id

interface Specified {
  takes: readonly object[]
  /** Of a row. */
  row?: readonly string[]
  /** Of the answer, beside rows and total. */
  answer?: readonly string[]
}
const lists: Record<string, Specified> = {
  'configuration/v1/slots': { takes: [from, { timeRange: 'yesterday' }] },
  'rawdata/v1/messages': {
    takes: [{ smibid: smib, ...day, show_all: true, meta: true }, { timeRange: 'now-6h' }],
    row: ['server_time_nano', 'message_seq_nr', 'event_seq_nr', 'smib_id'],
  },
  'rawdata/v1/events': {
    takes: [
      { smibid: smib, ...day, show_all: true, meta: true },
      { type: 'tenant', id: tenants.carpathia.id, timeRange: 'today' },
    ],
    row: ['server_time_nano', 'message_seq_nr', 'event_seq_nr', 'smib_id'],
  },
  'rawdata/v1/meters': {
    takes: [
      { smibid: smib, ...day, show_all: true },
      { type: 'slot', id: slot, timeRange: 'today' },
    ],
    row: ['meters_float', 'meters_uint'],
    answer: ['meter_ids', 'meters', 'min_reaggregate_time'],
  },
  'rawdata/v1/counters': {
    takes: [{ smibid: smib, ...day, meta: true, ...exact({ gameNr: 0, meterId: '0000' }) }],
    answer: ['counters', 'total_counters'],
  },
  'rawdata/v1/slotdata': {
    takes: [from, exact({ interfaceID: smib })],
    row: ['interfaceID', 'receivedDate'],
  },
  'timelog/v1/timelog': {
    takes: [
      { start_time: 1_772_323_200_000, end_time: 1_772_409_600_000, type: 'slot', resourceId: slot },
      exact({ start_time: 1_772_323_200_000, end_time: 1_772_409_600_000, type: 'slot', resourceId: slot }),
    ],
  },
  'checkpoints/v1/checkpoints': {
    takes: [
      from,
      { type: 'slot', ...exact({ resourceId: slot }) },
      exact({ type: 'slot', resourceId: slot }),
      exact({ type: 'smib' }),
    ],
  },
  'aggregations/v1/raw': { takes: [{ type: 'slot', id: slot }, exact({ type: 'slot', granulation: 'day' })] },
  'tasks/v1/current': { takes: [{}], row: ['create_time'] },
  'rawdata/v1/logs': { takes: [{ smibid: smib, ...day }] },
  'rawdata/v1/log-errors': { takes: [{ smibid: smib, ...day }] },
  'jackpot-manager/v1/jackpot-wins': { takes: [exact({ location: locations.cluj.id })] },
  'player-exclusion-processor/v1/player-scans': { takes: [exact({ location: locations.cluj.id })] },
  'fiscal-reports/v1/daily-reports': { takes: [day], row: ['report_date'] },
  'fiscal-reports/v1/monthly-reports': { takes: [{}] },
  'payment-transactions-processor/v1/transactions': { takes: [exact({ slot })], row: ['timestamp'] },
  'payment-transactions-processor/v1/transaction-log': { takes: [exact({ slot })] },
  'fiscal-reports/v1/collector-checkpoints': { takes: [exact({ slot })], row: ['timestamp'] },
  'configuration/v1/tenants': {
    takes: [
      {
        rowsPerPage: 65_000,
        page: 0,
        sortBy: ['_id'],
        sortDirection: ['ASC'],
        fields: ['_id', 'name', 'login_host'],
      },
    ],
    row: ['_id', 'name', 'login_host'],
  },
  'users/v1/users': {
    takes: [
      { rowsPerPage: 65_000, page: 0, sortBy: ['_id'], sortDirection: ['ASC'], fields: ['_id', 'username'] },
    ],
    // The specification's status flag.
    row: ['username', 'full_name', 'email', 'enabled'],
  },
}

test.each(Object.entries(lists))(
  '%s takes and answers what the specification names',
  async (path, { takes, row, answer }) => {
    for (const body of takes) {
      const { status, body: said } = await backend.json(`/api/${path}`, { as: 'ana', body })
      expect([status, said.error], JSON.stringify(body)).toEqual([200, undefined])
      expect(Object.keys(said.data)).toEqual(expect.arrayContaining(['rows', 'total', ...(answer ?? [])]))
    }
    const source = backend.app.api.endpoints.find(one => one.path === `/api/${path}`)
    const shape = (source?.list?.row as z.ZodObject | undefined)?.shape ?? {}
    expect(Object.keys(shape)).toEqual(expect.arrayContaining([...(row ?? [])]))
  },
)

test('a system’s general settings are asked for by a type and an id of 24 zeros', async () => {
  const { status } = await backend.json(`/api/settings/v1/general-settings/system/${SYSTEM_TENANT}`, {
    as: 'ana',
  })
  expect(status).toBe(200)
})
