/** `/advanced/timelog/slot/<id>`: the time log of one, and without an id that of all things of its type. */
import { timelogContract } from '../../../backend/telemetry/streams/records.contract'
import { redirectToFilter } from '../../engine/stream/type-address.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded(timelogContract.permissions.list, ctx => redirectToFilter(ctx))
