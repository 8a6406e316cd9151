/** From an event to the message that it came with: a list of events does not ask for the message of each row. */
import { redirect } from '@remix-run/node'
import { editPaths, eventMessage } from '../../../backend/accounting/corrections/message-edits.contract'
import { writeInstant } from '../../engine/period/period'
import { idOf } from '../../engine/data/resource-at.server'
import { mendingPage } from '../../telemetry/messages/message-number'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'

export const loader = guarded('slot::get', async ({ params, api, can }) => {
  const { message } = await api.call('GET', editPaths.ofEvent.replace(':id', idOf(params)), {
    schema: eventMessage,
  })
  const { smib, at, message_seq_nr: nr, readings } = message
  const page = mendingPage(can, readings > 0)
  if (page) throw redirect(`${page}?smib=${smib}&at=${at}&nr=${nr}`)
  // Who may mend nothing is shown it among those that its SMIB sent in that second.
  const search = new URLSearchParams({
    type: 'smib',
    dateStart: writeInstant(at),
    dateEnd: writeInstant(at + 1_000),
  })
  throw redirect(`${resourcePaths.messages}/${smib}?${search.toString()}`)
})
