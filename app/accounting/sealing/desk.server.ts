/** The month's desk: loads its page and performs its forms. */
import { z } from 'zod'
import { deskAnswer, type MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { isId, notFound } from '../../engine/data/resource-at.server'
import { usualReasonsFor } from '../../engine/data/usual-reasons.server'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'
import { requested } from '../../workflow/second-person/pending-request'
import {
  formsOf,
  performOrder,
  textOf,
  type Answered,
  type OrderForms,
} from '../../engine/form/orders.server'
import { reasonFields, reasonIn } from './accept-reason'
import { acceptedIn, tickedIn, tickProblems } from './accepted.server'
import { chosenFor, LEAVE_OUT } from './earlier-choice'
import { locationMonthAt } from '../fiscal-reports/fiscal.server'

export interface DeskShown extends OrderForms {
  title: string
  desk: MonthDesk
  /** The tenant's own usual reasons of accepting. */
  reasons: string[]
  /** What was ticked as accepted before it was refused. */
  ticked: string[]
}

const pathOf = ({ params }: GuardedContext): string => {
  const { location, month } = locationMonthAt(params)
  return `/api/fiscal-reports/v1/location/${location}/month/${month}`
}

export async function loadDesk(
  context: GuardedContext,
  answered?: Answered,
  ticked: string[] = [],
): Promise<DeskShown> {
  const [desk, reasons] = await Promise.all([
    context.api.call('GET', `${pathOf(context)}/desk`, { schema: deskAnswer }),
    usualReasonsFor(context, 'accept'),
  ])
  const month = formatter(context.locale, desk.time_zone).month(desk.month)
  return {
    title: context.t('fiscal:desk.title', { location: desk.location.name, month }),
    desk,
    reasons,
    ticked,
    ...formsOf(answered),
  }
}

/** `close-days`, `run`, `seal-month` and `lock`. Throws 404 for any other form. */
export async function performDesk(context: GuardedContext) {
  const intent = textOf(context.form, 'intent')
  if (intent === 'lock') return performLock(context)
  if (intent === 'close-days') return closeDays(context)
  if (intent === 'run') return startRun(context)
  if (intent !== 'seal-month') throw notFound()
  return performOrder(context, intent, {
    path: `${pathOf(context)}/seal`,
    body: {},
    fields: [],
    schema: z.object({ asked: z.string().nullable() }),
    again: answered => loadDesk(context, answered),
    done: ({ asked: approval }) =>
      approval ? requested(context.t, approval) : onDesk(context, 'fiscal:desk.month_done'),
  })
}

/** The desk says what was done. */
const onDesk = ({ params, t }: GuardedContext, message: string, count?: number) => ({
  to: `/reports/month-desk/${params.locationIdYearMonth}`,
  message: t(message, { count }),
})

/** Its progress stands on the desk itself. */
function startRun(context: GuardedContext) {
  const { form } = context
  const listed = (name: string) => textOf(form, name).split(',').filter(Boolean)
  const earlier = chosenFor(form)
  const ticked = tickedIn(form)
  return performOrder(context, 'run', {
    path: `${pathOf(context)}/accept-and-seal`,
    body: {
      reports: listed('shown.reports').filter(isId),
      close: [...(textOf(form, 'close') === '1' ? listed('shown.days') : []), ...earlier.close],
      leave_out: earlier.leave_out,
      accepted: acceptedIn(ticked),
      reason: reasonIn(form) || null,
    },
    fields: ['close', LEAVE_OUT, 'accepted', ...reasonFields],
    problems: tickProblems(ticked),
    schema: z.object({ approval: z.string().nullable() }),
    again: answered => loadDesk(context, answered, ticked),
    done: ({ approval }) =>
      approval ? requested(context.t, approval) : onDesk(context, 'fiscal:run.started'),
  })
}

function closeDays(context: GuardedContext) {
  const { form } = context
  return performOrder(context, 'close-days', {
    path: `${pathOf(context)}/close-days`,
    body: { days: textOf(form, 'shown.days').split(','), reason: textOf(form, 'reason') },
    fields: ['reason'],
    schema: z.object({ closed: z.array(z.string()) }),
    // What is closed already is not closed again: it goes on from there.
    keyless: true,
    again: answered => loadDesk(context, answered),
    done: ({ closed }) => onDesk(context, 'fiscal:desk.close_done', closed.length),
  })
}

function performLock(context: GuardedContext) {
  const { form, params } = context
  const { location } = locationMonthAt(params)
  return performOrder(context, 'lock', {
    path: `/api/fiscal-reports/v1/location/${location}/lock-period`,
    body: {
      of: textOf(form, 'of'),
      through: textOf(form, 'through') || null,
      reason: textOf(form, 'reason'),
    },
    fields: ['of', 'through', 'reason'],
    again: answered => loadDesk(context, answered),
    done: () => onDesk(context, 'fiscal:lock.done'),
  })
}
