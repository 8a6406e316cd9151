/** An administrator's question: what may this user do, and why. */
import { userRights } from '../../../backend/identity/acl/rights.contract'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { useShell, useLoaded } from '../../console/shell-context'
import { rowsOf } from './rights.server'
import { RightsTable } from './rights-table'

export const loader = guarded('acl_user::list', async ({ api, params, t }) => {
  const rights = await api.call('GET', `/api/users/v1/user/${idOf(params)}/rights`, { schema: userRights })
  const { user, rules, second_factor_due } = rights
  return {
    title: t('users:rights.title', { name: user.name }),
    crumbs: { [user._id]: user.name },
    rights: { user, rules, second_factor_due },
    ...rowsOf(rights, t),
  }
})

export default function UserRightsPage() {
  const { title, ...shown } = useLoaded<typeof loader>()
  const { t, can } = useShell()
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <>
            <LinkButton href={`/acl/users/${shown.rights.user._id}`}>{shown.rights.user.name}</LinkButton>
            {can('acl_user::update') ? (
              <LinkButton href={`/acl/users/${shown.rights.user._id}/edit`}>
                {t('users:rights.change')}
              </LinkButton>
            ) : null}
          </>
        }
      />
      <RightsTable shown={shown} title={title} />
    </>
  )
}
