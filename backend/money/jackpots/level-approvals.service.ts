/** What requests about a jackpot's level do when somebody else approves them. */
import { Problem } from '../../platform/contract/problem'
import type { KindRules, RegisteredKinds } from '../../workflow/second-person/kinds.service'
import { jackpotLevelsStore } from './jackpot-levels.store'
import { perform } from './level-deeds.service'
import { deedOf, type LevelDeed } from './requests.contract'

/** The approver performs it, with the requester's reason; the request holds the approver's own. */
const rules = (deed: LevelDeed): KindRules => ({
  canBeOutdated: false,
  entity: 'jackpot-request',
  describe: ({ level_name, kind, cause }, answer) => ({
    level: level_name,
    kind: deedOf(kind),
    cause,
    ...(answer && { answer }),
  }),
  perform: async (who, { level_id, cause }) => {
    const { db, scope, now } = who
    const [level] = level_id === null ? [] : await jackpotLevelsStore.present(db, scope, [level_id], now)
    if (!level) throw new Problem(409, 'request_outdated')
    const done = await perform(who, deed, level, cause)
    if (done.outcome === 'skipped') throw new Problem(409, 'request_outdated')
  },
})

export const levelApprovals: Pick<
  RegisteredKinds,
  'jackpot_reset' | 'jackpot_regenerate' | 'jackpot_delete'
> = {
  jackpot_reset: rules('reset'),
  jackpot_regenerate: rules('regenerate'),
  jackpot_delete: rules('delete'),
}
