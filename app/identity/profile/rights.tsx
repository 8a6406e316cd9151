/** One's own rights: what one may do, from where, and so whom to ask for more. */
import {
  ownRightsPath,
  userRights,
  whoGrants,
  whoGrantsPath,
  type WhoGrants,
} from '../../../backend/identity/acl/rights.contract'
import { permissionCatalogue } from '../../../backend/platform/contract/permissions'
import { useShell, useLoaded } from '../../console/shell-context'
import { permissionWords } from '../../i18n/permission-words'
import { roleNamed } from '../../i18n/role-name'
import { guarded } from '../../session/guard.server'
import { Section } from '../../ui/page'
import { rowsOf } from '../acl/rights.server'
import { RightsTable } from '../acl/rights-table'
import { ownProfile } from './own.server'
import { cardOf, ProfileFrame } from './profile-frame'

/** A page asks for a few rights. */
const MAX_REQUESTED = 5

export const loader = guarded('signed-in', async context => {
  const rights = await context.api.call('GET', ownRightsPath, { schema: userRights })
  const { user, rules, second_factor_due } = rights
  const requested = (context.url.searchParams.get('lacks') ?? '').split(',')
  const known = permissionCatalogue.filter(name => requested.includes(name)).slice(0, MAX_REQUESTED)
  const lacking = await Promise.all(
    known.map(name => context.api.call('GET', `${whoGrantsPath}?permission=${name}`, { schema: whoGrants })),
  )
  return {
    lacking,
    title: context.t('console:crumbs.rights'),
    card: cardOf(await ownProfile(context)),
    rights: { user, rules, second_factor_due },
    ...rowsOf(rights, context.t),
  }
})

export default function OwnRightsPage() {
  const { title, card, lacking, ...shown } = useLoaded<typeof loader>()
  return (
    <ProfileFrame page="rights" title={title} card={card}>
      {lacking.map(one => (
        <Lacked key={one.permission} lacked={one} />
      ))}
      <RightsTable shown={shown} title={title} />
    </ProfileFrame>
  )
}

function Lacked({ lacked: { permission, roles, people } }: { lacked: WhoGrants }) {
  const { t, format } = useShell()
  return (
    <Section title={permissionWords(permission, t).whole}>
      <p>{t('users:rights.in_roles', { roles: format.list(roles.map(role => roleNamed(role, t))) })}</p>
      <p>
        {people.length > 0
          ? t('users:rights.ask_people', { people: format.list(people) })
          : t('users:rights.ask_operator')}
      </p>
    </Section>
  )
}
