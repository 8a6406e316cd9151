/**
 * Rows for the lists of access control: groups, rules that are about nobody here, somebody who is archived, a role of
 * one's own.
 */
import { roleId } from '../../backend/identity/auth/roles'
import { tenants } from '../people'

const base = '/api/users/v1'

export async function fillAcl(
  demand: (path: string, body: unknown) => Promise<Record<string, { _id: string }>>,
): Promise<void> {
  for (const nr of [1, 2, 3]) {
    await demand(`${base}/user-group`, { name: `Shift ${nr}`, tenant: tenants.carpathia.id })
    await demand(`${base}/entity-group`, { name: `Area ${nr}`, model: 'location' })
    await demand(`${base}/acl-rule`, {
      name: `Rule ${nr}`,
      model: 'location',
      role: roleId('inspector'),
      tenant: tenants.lusitania.id,
      conditions: ['city: Porto'],
    })
  }
  const gone = await demand(`${base}/user`, {
    username: 'gone.already',
    full_name: 'Gone Already',
    tenant: tenants.carpathia.id,
  })
  await demand(`${base}/archive/user/${gone.user?._id}`, undefined)
  await demand(`${base}/role`, { name: 'Reader', permissions: ['slot::list'] })
}
