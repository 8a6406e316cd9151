/** The list as the figures name it: fifty rows of ten columns. */
import type { RunningSystem } from '../support/system'
import { apiAs } from './api'

const columns = [
  'serial',
  'location',
  'game_mix',
  'denomination',
  'credits',
  'status',
  'state',
  'last_seen_at',
  'tenant',
  'manufacturer',
]

export async function chooseColumns(system: RunningSystem, person: string): Promise<void> {
  const ask = await apiAs(system, person)
  const { status } = await ask('PUT', '/api/settings/v1/page-columns/slots', { columns })
  if (status !== 200) throw new Error(`Choosing columns answered ${status}`)
}
