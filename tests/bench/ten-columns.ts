/** The list as the figures name it: fifty rows of ten columns. */
import type { RunningSystem } from '../support/system'

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
  const api = (method: string, url: string, body: object, token = '') =>
    fetch(`${system.backendUrl}${url}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }).then(async answer => ({
      status: answer.status,
      body: (await answer.json()) as { data: { access_token: string } },
    }))
  const { body } = await api('POST', '/api/authorization/v1/login', {
    username: person,
    password: `demo-${person}-2026`,
    generate_refresh_token: false,
    decoded_permissions: false,
  })
  const { status } = await api(
    'PUT',
    '/api/settings/v1/page-columns/slots',
    { columns },
    body.data.access_token,
  )
  if (status !== 200) throw new Error(`Choosing columns answered ${status}`)
}
