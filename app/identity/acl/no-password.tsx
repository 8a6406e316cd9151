/** Of somebody who was added and can't get in yet: a first password comes by a link, and that is the next step. */
import type { RowOf } from '../../../backend/platform/contract/contract'
import type { usersContract } from '../../../backend/identity/acl/users.contract'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { resourcePaths } from '../../addresses/names'

type Shown = Pick<
  RowOf<typeof usersContract>,
  '_id' | 'email' | 'enabled' | 'archived_at' | 'last_sign_in_at' | 'password_changed_at'
>

/** Who comes by the house's identity provider needs no password: they have signed in without one. */
export function NoPassword({ row }: { row: Shown }) {
  const { t, can } = useShell()
  if (row.password_changed_at !== null || row.last_sign_in_at !== null) return null
  if (!row.enabled || row.archived_at !== null || !can('acl_user::update')) return null
  const here = `${resourcePaths.users}/${row._id}`
  return (
    <Alert tone="info" className="mb-2" title={t('users:no_password.title')}>
      <p>{t(row.email === null ? 'users:no_password.without_email' : 'users:no_password.what')}</p>
      <div className="no-print mt-2 flex flex-wrap gap-2">
        {row.email === null ? null : (
          <LinkButton tone="primary" href={`${here}/send_password_link`}>
            {t('users:actions.send_password_link')}
          </LinkButton>
        )}
        <LinkButton href={`${here}/password_link`}>{t('users:actions.password_link')}</LinkButton>
      </div>
    </Alert>
  )
}
