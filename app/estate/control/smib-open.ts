import { json } from '@remix-run/node'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { openOf } from './open.server'

/** The watching island requests it every two seconds while something is under way. */
export const loader = guarded('smib::list', async ({ api, params }) =>
  json(await openOf(api, 'smib', idOf(params))),
)
