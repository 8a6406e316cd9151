/** What somebody may do, where each right comes from, and what narrows them. */
import type { UserRights } from '../../../backend/identity/acl/rights.contract'
import { useShell } from '../../console/shell-context'
import { roleName } from '../../i18n/role-name'
import { Alert } from '../../ui/alert'
import { EmptyState, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import type { RightsRow, Withheld } from './rights.server'

export interface RightsShown {
  rights: Pick<UserRights, 'user' | 'rules' | 'second_factor_due'>
  held: RightsRow[]
  withheld: Withheld
}

/** Names of roles, groups and rules are links for those who may open them. */
export function RightsTable({
  shown: { rights, held, withheld },
  title,
}: {
  shown: RightsShown
  title: string
}) {
  const { t, can, format } = useShell()
  const link = (path: string, name: string, may: boolean) =>
    may ? (
      <a className="link" href={path}>
        {name}
      </a>
    ) : (
      name
    )
  return (
    <>
      {rights.second_factor_due && <Alert tone="warn">{t('users:rights.factor_due')}</Alert>}
      {held.length === 0 ? (
        <EmptyState title={t('users:rights.none')}>{t('users:rights.none_what')}</EmptyState>
      ) : (
        <DataTable
          caption={title}
          columns={[
            { key: 'about', label: t('users:rights.about') },
            { key: 'may', label: t('users:rights.may'), rank: 2 },
            { key: 'from', label: t('users:rights.from'), rank: 3 },
          ]}
          rows={held.map(({ key, about, verbs, from, narrowed }) => ({
            key,
            // Many rights read as a sentence; where they come from has to stay in sight.
            marks: [undefined, 'whitespace-normal'],
            cells: [
              about,
              narrowed ? `${format.list(verbs)} (${t('users:rights.in_part')})` : format.list(verbs),
              <ul key="from">
                {from.map(({ role, group }) => (
                  <li key={`${role._id} ${group?._id ?? ''}`}>
                    {link(`/acl/roles/${role._id}`, roleName(role, t), can('acl_role::list'))}
                    {group ? (
                      <>
                        {' · '}
                        {link(`/acl/user-groups/${group._id}`, group.name, can('acl_user_group::list'))}
                      </>
                    ) : null}
                  </li>
                ))}
              </ul>,
            ],
          }))}
        />
      )}
      <Section title={t('users:rights.rules')}>
        {rights.rules.length === 0 ? (
          <p>
            {rights.user.tenant
              ? t('users:rights.whole', { tenant: rights.user.tenant.name })
              : t('users:rights.everything')}
          </p>
        ) : (
          <ul>
            {rights.rules.map(({ _id, name, model, via }) => (
              <li key={_id}>
                {link(`/acl/rules/${_id}`, name, can('acl_rule::list'))} · {t(`users:rights.models.${model}`)}
                {via ? ` · ${via.name}` : ''}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {(['system', 'rules'] as const).map(why =>
        withheld[why].length > 0 ? (
          <details key={why} className="section">
            <summary>
              {t(why === 'system' ? 'users:rights.withheld' : 'users:rights.withheld_rules', {
                count: withheld[why].length,
              })}
            </summary>
            <p>{format.list(withheld[why])}</p>
          </details>
        ) : null,
      )}
    </>
  )
}
