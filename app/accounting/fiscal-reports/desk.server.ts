/** The month's desk: loads its page and performs its two forms. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { deskAnswer, type MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { isId, notFound } from '../../engine/data/resource-at.server'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'
import { approvalHref } from '../../workflow/second-person/pending-request'
import { send, textOf, type Answered } from '../../engine/form/orders.server'
import { locationMonthAt } from './fiscal.server'

export interface DeskShown {
  title: string
  desk: MonthDesk
  key: string
  answered?: Answered
}

const pathOf = ({ params }: GuardedContext): string => {
  const { location, month } = locationMonthAt(params)
  return `/api/fiscal-reports/v1/location/${location}/month/${month}`
}

export async function loadDesk(context: GuardedContext, answered?: Answered): Promise<DeskShown> {
  const desk = await context.api.call('GET', `${pathOf(context)}/desk`, { schema: deskAnswer })
  const month = formatter(context.locale, desk.time_zone).month(desk.month)
  return {
    title: context.t('fiscal:desk.title', { location: desk.location.name, month }),
    desk,
    key: randomUUID(),
    ...(answered && { answered }),
  }
}

/** `close-days`, `seal-days`, `seal-month` and `lock`. Throws 404 for any other form. */
export async function performDesk(context: GuardedContext) {
  const { form, t, params } = context
  const intent = textOf(form, 'intent')
  if (intent === 'lock') return performLock(context)
  if (intent === 'close-days') return closeDays(context)
  if (intent !== 'seal-days' && intent !== 'seal-month') throw notFound()
  const isDays = intent === 'seal-days'
  const reports = textOf(form, 'shown.reports').split(',').filter(isId)
  const sent = await send(context, intent, {
    path: `${pathOf(context)}/${isDays ? 'seal-days' : 'seal'}`,
    body: isDays ? { reports } : {},
    fields: [],
    schema: z.object({ sealed: z.array(z.string()).default([]), asked: z.string().nullable() }),
    // What is sealed already is not sealed again: it goes on from there.
    keyless: isDays,
  })
  if (sent.refused) return data(await loadDesk(context, sent.refused.data), { status: sent.refused.status })
  if (sent.value.asked) {
    await context.toast('good', t('approvals:ask.done'))
    return redirect(approvalHref(sent.value.asked), 303)
  }
  await context.toast(
    'good',
    isDays ? t('fiscal:desk.days_done', { count: sent.value.sealed.length }) : t('fiscal:desk.month_done'),
  )
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
