/** What a network that is silent costs its pages against one that is heard: CPU of the backend, in process. */
import { sql } from 'kysely'
import { pathsOf } from '../../backend/platform/contract/contract'
import { newId } from '../../backend/platform/db/new-id'
import { overviewPaths } from '../../backend/operations/overview/overview.contract'
import { dashboardPaths } from '../../backend/operations/dashboard/dashboard.contract'
import { slotsOfflineContract } from '../../backend/telemetry/slots-offline/slots-offline.contract'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { median, report } from './report'

const SLOTS = Number(process.env.SLOTS ?? 65_000)
const HALLS = 200
const TWO_HOURS_MS = 7_200_000
const backend = await testBackend()
const model = await backend.db.selectFrom('locations').selectAll().executeTakeFirstOrThrow()
const halls = Array.from({ length: HALLS }, (_, number) => ({
  ...model,
  id: newId(),
  code: `H-${number}`,
  code_key: `h${number}`,
  name: `Hall ${number}`,
}))
await backend.db.insertInto('locations').values(halls).execute()
const now = backend.clock()
for (let from = 0; from < SLOTS; from += 1000)
  await backend.db
    .insertInto('slots')
    .values(
      Array.from({ length: 1000 }, (_, offset) => ({
        ...slotRow(newId(), `EGT-${String(from + offset).padStart(6, '0')}`, 'EGT', 'cluj', now),
        location_id: halls[(from + offset) % HALLS]!.id,
        tenant_id: model.tenant_id,
        last_seen_at: now - (offset % 60) * 1000,
      })),
    )
    .execute()

const token = await backend.login('ana')
const pages: [string, string, object?][] = [
  ['start page', overviewPaths.shift],
  ['dashboard', dashboardPaths.read],
  [
    'slots offline, longest first',
    pathsOf(slotsOfflineContract).list,
    { rowsPerPage: 50, sortBy: ['last_seen_at'], sortDirection: ['ASC'] },
  ],
]

/** Median of the CPU of one answer, in milliseconds, once it is warm. */
async function cpuOf(path: string, body?: object): Promise<number> {
  const spent: number[] = []
  for (let time = 0; time < 35; time++) {
    const before = process.cpuUsage()
    const response = await backend.request(path, { token, ...(body && { body }) })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    const { user, system } = process.cpuUsage(before)
    if (time >= 10) spent.push((user + system) / 1000)
  }
  return median(spent)
}

const measured = async () => {
  const all: number[] = []
  for (const [, path, body] of pages) all.push(await cpuOf(path, body))
  return all
}
const heard = await measured()
await sql`update slots set last_seen_at = last_seen_at - ${TWO_HOURS_MS}`.execute(backend.db)
const silent = await measured()
for (const [index, [name]] of pages.entries()) {
  const [after, before] = [silent[index] ?? Number.NaN, heard[index] ?? Number.NaN]
  report({
    name: `${name} of ${SLOTS} slots, all silent against all sending (${after.toFixed(1)}, ${before.toFixed(1)} ms)`,
    value: after / before,
    unit: '×',
    limit: 1.5,
  })
}
await backend.close()
