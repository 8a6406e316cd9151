import { plainCsv } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { commandListing } from './command-listing'
import { askCommands, readCommands, targetOf } from './commands.server'

export const loader = guarded(readCommands, async asked => {
  const { name } = await targetOf(asked)
  return plainCsv(asked, commandListing, askCommands, asked.t('control:commands.title', { name }))
})
