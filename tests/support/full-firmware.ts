/** Three versions of firmware, of which one is archived, and rollouts of two SMIBs. */
import { locations, tenants } from '../people'
import type { TestBackend } from './backend'

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>
const conf = '/api/configuration/v1'

export async function fillFirmware({ app, login }: TestBackend, demand: Demand): Promise<void> {
  const ids: string[] = []
  for (const [nr, name] of ['2.4.3', '2.5.0', '2.6.0'].entries()) {
    const query = `name=${name}&notes=Fixes&tenant=${tenants.carpathia.id}`
    const response = await app.request(`${conf}/firmware-version?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await login('ana')}` },
      body: Buffer.alloc(100 + nr, 'firmware'),
    })
    const { data } = (await response.json()) as { data: Record<string, { _id: string }> }
    ids.push(data['firmware-version']?._id ?? '')
  }
  for (const name of ['First trial', 'Second trial', 'All of Cluj'])
    await demand(`${conf}/firmware-rollout`, { name, firmware: ids[1], location: locations.cluj.id })
  await demand(`${conf}/archive/firmware-version/${ids[0]}`, undefined)
}
