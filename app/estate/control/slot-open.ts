import { json } from '@remix-run/node'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { openOf } from './open.server'

/** The watching island requests it every two seconds while something is under way. */
export const loader = guarded('slot::get', async ({ api, params }) =>
  json(await openOf(api, 'slot', idOf(params))),
)
