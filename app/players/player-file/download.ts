/**
 * Sends the same as a file that a program can read (GDPR art. 20). A form requests it, since each disclosure is
 * recorded.
 */
import { playerFilePath } from '../../../backend/players/player-exclusion/player-file.contract'
import { disposition } from '../../engine/export/csv.server'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { textOf } from '../../engine/form/orders.server'
import { fileAnswer, handOutRule } from './hand-out.server'
import { localTime } from '../../../backend/platform/contract/time-zone'

export const action = guarded(handOutRule, async ({ api, params, form, t, timeZone }) => {
  const { file } = await api.call('POST', playerFilePath, {
    body: { player: idOf(params), reason: textOf(form, 'reason'), as: 'json' },
    schema: fileAnswer,
  })
  const day = localTime(file?.made_at ?? 0, timeZone).toISODate()
  return new Response(`${JSON.stringify(file, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': disposition(`${t('players:file.name')} ${day}.json`),
      'Cache-Control': 'no-store',
    },
  })
})
