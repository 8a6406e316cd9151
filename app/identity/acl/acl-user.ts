/** `/acl-users/<id>`: the specification's other address of a user. */
import { redirect } from '@remix-run/node'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded('acl_user::list', ({ params, url }) =>
  redirect(`/acl/users/${idOf(params)}${url.search}`),
)
