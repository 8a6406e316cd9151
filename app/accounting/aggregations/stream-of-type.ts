/** `/advanced/checkpoints/slot/<id>`, and aggregations: of one, or of all things of the type. */
import { readsCheckpoints } from '../../../backend/accounting/aggregations/aggregations.contract'
import { redirectToFilter } from '../../engine/stream/type-address.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded(readsCheckpoints, ctx => redirectToFilter(ctx))
