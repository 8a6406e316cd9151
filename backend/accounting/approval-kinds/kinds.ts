/** What requests to seal, to edit, to decide a repair and to open days again do when somebody else approves them. */
import { isDeepStrictEqual } from 'node:util'
import { Problem } from '../../platform/contract/problem'
import { dayOf, placeOf, type Place } from '../../telemetry/gaming-days/place.service'
import type { ApprovalAnswer } from '../../workflow/second-person/approval-kinds.contract'
import type { Approval, KindRules, RegisteredKinds, Who } from '../../workflow/second-person/kinds.service'
import { performCorrection } from '../corrections/correction-requests.service'
import { ignoredMessages } from '../corrections/ignored-messages.service'
import { messageEdits } from '../corrections/message-edits.service'
import { answerProposal, outdateProposal } from '../repairs/repairs.service'
import { markChanged } from '../sealing/changed-days.service'
import { reopenFrom } from '../sealing/reopen.service'
import { monthReports, sealDay, sealMonth } from '../sealing/sealing.service'
import { beginBackdating, movedByBackdating } from '../backdating/backdating.service'
import type { EditBody, MonthBody, SealBody, BackdatingBody } from './approval-bodies.table'

/** What all requests of one entity of the audit log have in common. */
const approval: Pick<KindRules, 'canBeOutdated' | 'entity' | 'describe'> = {
  canBeOutdated: true,
  entity: 'approval',
  describe: ({ kind, day, through, asked_by }, answer) => ({
    kind,
    day,
    through,
    asked_by,
    state: answer ?? 'waiting',
  }),
}

export const accountingKinds: Pick<RegisteredKinds, 'seal' | 'month' | 'edit' | 'reopening' | 'repair'> = {
  seal: {
    ...approval,
    perform: async (who, request) => {
      const { days, ...given } = bodyOf<SealBody>(request)
      const place = await placeIn(who, request)
      for (const { day, reports } of days)
        await sealDay(who.db, who.actor, dayOf(place, day), { ...given, reports }, who.now)
    },
    // The refusal took back what was worked out of a changed day: marked, it has its next report for the next request.
    outdated: ({ db }, request) =>
      markChanged(
        db,
        request.location_id ?? '',
        bodyOf<SealBody>(request).days.map(({ day }) => day),
      ),
  },
  month: {
    ...approval,
    perform: async (who, request) => {
      const { month, reports } = bodyOf<MonthBody>(request)
      const place = await placeIn(who, request)
      if (!isDeepStrictEqual(await monthReports(who.db, place, month), reports))
        throw new Problem(409, 'report_changed')
      await sealMonth(who.db, who.actor, place, month, who.now)
    },
  },
  edit: {
    ...approval,
    perform: async (who, request) => {
      const body = bodyOf<EditBody | BackdatingBody>(request)
      if (body.does !== 'set_back')
        return performCorrection([ignoredMessages, messageEdits], who, request, body)
      const moved = await movedByBackdating(who, body.asked)
      if (!isDeepStrictEqual(moved, body.places)) throw new Problem(409, 'effect_changed')
      await beginBackdating(who, body.asked, body.reason)
    },
  },
  reopening: {
    canBeOutdated: false,
    entity: 'reopening',
    describe: ({ day, through, cause }, answer) => ({
      day,
      through,
      cause,
      ...(answer && { answer: reopeningAnswer(answer) }),
    }),
    perform: async (who, request) => {
      const { day, through, cause } = request
      if (day === null || through === null) throw new Error(`The re-opening ${request.id} has no days`)
      const place = dayOf(await placeIn(who, request), day)
      await reopenFrom(who.db, who.actor, place, { through, reason: cause }, who.now)
    },
  },
  repair: { answer: answerProposal, outdate: outdateProposal },
}

const reopeningAnswer = (answer: ApprovalAnswer): string => (answer === 'approved' ? 'reopened' : answer)

function bodyOf<Body>({ id, body }: Approval): Body {
  if (body === null) throw new Error(`The request ${id} does not say what it is for`)
  return JSON.parse(body) as Body
}

function placeIn({ db, scope }: Who, { id, location_id }: Approval): Promise<Place> {
  if (location_id === null) throw new Error(`The request ${id} has no location`)
  return placeOf(db, scope, location_id)
}
