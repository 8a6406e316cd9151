/** The month's desk: loads its page and performs its forms. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { deskAnswer, type MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { isId, notFound } from '../../engine/data/resource-at.server'
import { usualReasonsFor } from '../../engine/data/usual-reasons.server'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'
import { approvalHref } from '../../workflow/second-person/pending-request'
import { send, textOf, type Answered } from '../../engine/form/orders.server'
import { gapKinds } from '../../../backend/accounting/sealing/gaps.contract'
import { reasonFields, reasonIn } from './accept-reason'
import { chosenFor, LEAVE_OUT } from './earlier-choice'
import { locationMonthAt } from './fiscal.server'

export interface DeskShown {
  title: string
  desk: MonthDesk
  key: string
  /** The tenant's own usual reasons of accepting. */
  reasons: string[]
  /** What was ticked as accepted before it was refused. */
  ticked: string[]
  answered?: Answered
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
    key: randomUUID(),
    reasons,
    ticked,
    ...(answered && { answered }),
  }
}

/** `close-days`, `run`, `seal-month` and `lock`. Throws 404 for any other form. */
export async function performDesk(context: GuardedContext) {
  const { form, t, params } = context
  const intent = textOf(form, 'intent')
  if (intent === 'lock') return performLock(context)
  if (intent === 'close-days') return closeDays(context)
  if (intent === 'run') return startRun(context)
  if (intent !== 'seal-month') throw notFound()
  const sent = await send(context, intent, {
    path: `${pathOf(context)}/seal`,
    body: {},
    fields: [],
    schema: z.object({ asked: z.string().nullable() }),
  })
  if (sent.refused) return data(await loadDesk(context, sent.refused.data), { status: sent.refused.status })
  if (sent.value.asked) return toRequest(context, sent.value.asked)
  await context.toast('good', t('fiscal:desk.month_done'))
  return redirect(`/reports/month-desk/${params.locationIdYearMonth}`, 303)
}

async function toRequest({ toast, t }: GuardedContext, approval: string) {
  await toast('good', t('approvals:ask.done'))
  return redirect(approvalHref(approval), 303)
}

/** Its progress stands on the desk itself. */
async function startRun(context: GuardedContext) {
  const { form, t, params } = context
  const listed = (name: string) => textOf(form, name).split(',').filter(Boolean)
  const earlier = chosenFor(form)
  const ticked = form.getAll('accepted').filter(one => typeof one === 'string')
  const sent = await send(context, 'run', {
    path: `${pathOf(context)}/accept-and-seal`,
    body: {
      reports: listed('shown.reports').filter(isId),
      close: [...(textOf(form, 'close') === '1' ? listed('shown.days') : []), ...earlier.close],
      leave_out: earlier.leave_out,
      accepted: {
        all: ticked.includes('all'),
        kinds: gapKinds.filter(kind => ticked.includes(kind)),
        slots: ticked.filter(isId),
      },
      reason: reasonIn(form) || null,
    },
    fields: ['close', LEAVE_OUT, 'accepted', ...reasonFields],
    schema: z.object({ approval: z.string().nullable() }),
  })
  if (sent.refused)
    return data(await loadDesk(context, sent.refused.data, ticked), { status: sent.refused.status })
  if (sent.value.approval) return toRequest(context, sent.value.approval)
  await context.toast('good', t('fiscal:run.started'))
  return redirect(`/reports/month-desk/${params.locationIdYearMonth}`, 303)
}

async function closeDays(context: GuardedContext) {
  const { form, t, params } = context
  const sent = await send(context, 'close-days', {
    path: `${pathOf(context)}/close-days`,
    body: { days: textOf(form, 'shown.days').split(','), reason: textOf(form, 'reason') },
    fields: ['reason'],
    schema: z.object({ closed: z.array(z.string()) }),
    // What is closed already is not closed again: it goes on from there.
    keyless: true,
  })
  if (sent.refused) return data(await loadDesk(context, sent.refused.data), { status: sent.refused.status })
  await context.toast('good', t('fiscal:desk.close_done', { count: sent.value.closed.length }))
  return redirect(`/reports/month-desk/${params.locationIdYearMonth}`, 303)
}

async function performLock(context: GuardedContext) {
  const { form, t, params } = context
  const { location } = locationMonthAt(params)
  const sent = await send(context, 'lock', {
    path: `/api/fiscal-reports/v1/location/${location}/lock-period`,
    body: {
      of: textOf(form, 'of'),
      through: textOf(form, 'through') || null,
      reason: textOf(form, 'reason'),
    },
    fields: ['of', 'through', 'reason'],
  })
  if (sent.refused) return data(await loadDesk(context, sent.refused.data), { status: sent.refused.status })
  await context.toast('good', t('fiscal:lock.done'))
  return redirect(`/reports/month-desk/${params.locationIdYearMonth}`, 303)
}
