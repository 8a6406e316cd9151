/** One's own rights: what one may do, from where, and so whom to ask for more. */
import { useLoaderData } from '@remix-run/react'
import { ownRightsPath, userRights } from '../../../backend/acl/rights.contract'
import { guarded } from '../../session/guard.server'
import { rowsOf } from '../rights.server'
import { RightsTable, type RightsShown } from '../rights-table'
import { ownProfile } from './own.server'
import { cardOf, ProfileFrame, type ProfileCard } from './profile-frame'

interface Loaded extends RightsShown {
  title: string
  card: ProfileCard
}

export const loader = guarded('signed-in', async (context): Promise<Loaded> => {
  const rights = await context.api.call('GET', ownRightsPath, { schema: userRights })
  const { user, rules } = rights
  return {
    title: context.t('console:crumbs.rights'),
    card: cardOf(await ownProfile(context)),
    rights: { user, rules },
    ...rowsOf(rights, context.t),
  }
})

export default function OwnRightsPage() {
  const { title, card, ...shown } = useLoaderData() as Loaded
  return (
    <ProfileFrame page="rights" title={title} card={card}>
      <RightsTable shown={shown} title={title} />
    </ProfileFrame>
  )
}
