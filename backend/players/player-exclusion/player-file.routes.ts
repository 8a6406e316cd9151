import { z } from 'zod'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { exclusionFamily } from './person.contract'
import { playerFile, playerFileInput, playerFilePath } from './player-file.contract'
import { handOutFile } from './player-file.service'
import { playersStore } from './players.store'

export function register(api: Api): void {
  api.endpoint(
    {
      ...exclusionFamily,
      method: 'POST',
      path: playerFilePath,
      summary:
        'All that is stored of a person, for a reason that is stored: the answer to a data-protection request',
      permission: 'pe_player::hand_out',
      body: playerFileInput,
      response: z.object({ file: playerFile.nullable() }),
      write: true,
      // Names must not be among the answers that are stored for a retry.
      oneTime: 'file',
    },
    async ({ db, scope, actor, body: { player, reason, as }, now }) => {
      await playersStore.get(db, scope, player, now)
      // Scans of locations that somebody may not see would be missing, and nobody could tell that they are.
      if (actor.rules)
        throw new Problem(403, 'forbidden', {
          message: 'Whoever sees a part of the network cannot hand out all that is stored of a person',
        })
      return { file: await handOutFile({ db, actor, player, reason, as, now }) }
    },
  )
}
