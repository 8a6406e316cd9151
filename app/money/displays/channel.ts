/** `/display-channel/<id>`: the specification's address of a channel. */
import { redirect } from '@remix-run/node'
import { readsDisplays } from '../../../backend/money/displays/displays.contract'
import { idOf } from '../../engine/data/resource-at.server'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'

export const loader = guarded(readsDisplays, ({ params }) => {
  throw redirect(`${resourcePaths['display-channels']}/${idOf(params)}`)
})
