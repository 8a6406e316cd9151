/** The backend as a person of the demo network asks it, without the console. */
import type { RunningSystem } from '../support/system'

export type Ask = (
  method: string,
  path: string,
  body: object,
) => Promise<{ status: number; body: { data: unknown } }>

export async function apiAs(system: RunningSystem, person: string): Promise<Ask> {
  const ask = async (method: string, path: string, body: object, token = '') => {
    const answer = await fetch(`${system.backendUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { data: unknown } }
  }
  const { body } = await ask('POST', '/api/authorization/v1/login', {
    username: person,
    password: `demo-${person}-2026`,
    generate_refresh_token: false,
    decoded_permissions: false,
  })
  const { access_token } = body.data as { access_token: string }
  return (method, path, input) => ask(method, path, input, access_token)
}
