/** Sealing a day: what is about to be signed, and the answer to it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { sealPreview, type SealPreview } from '../../../backend/accounting/sealing/sealing.contract'
import { isId } from '../../engine/data/resource-at.server'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'
import { approvalHref } from '../../workflow/second-person/pending-request'
import { send, textOf, type Answered } from '../../engine/form/orders.server'
import { LEAVE_OUT, leavesOut } from './earlier-choice'
import { placeAt } from '../days/day.server'

export interface SealShown {
  title: string
  crumbs: Record<string, string>
  preview: SealPreview
  /** Of the location's day. */
  page: string
  key: string
  /** Ticked before it was refused. */
  ticked: string[]
  answered?: Answered
}

const pathOf = (context: GuardedContext): string =>
  `${placeAt(context.params).api.replace('/api/aggregate/v1', '/api/fiscal-reports/v1')}/seal`

export async function loadSeal(
  context: GuardedContext,
  answered?: Answered,
  ticked: string[] = [],
): Promise<SealShown> {
  const { page } = placeAt(context.params)
  const preview = await context.api.call('GET', pathOf(context), { schema: sealPreview })
  const format = formatter(context.locale, preview.time_zone)
  const day = format.gamingDay(preview.day)
  return {
    title: context.t('fiscal:seal.title', { location: preview.location.name, day }),
    crumbs: { [preview.location._id]: preview.location.name, [preview.day]: day },
    preview,
    page,
    key: randomUUID(),
    ticked,
    ...(answered && { answered }),
  }
}

export async function performSeal(context: GuardedContext) {
  const { form } = context
  const ids = (name: string) =>
    form.getAll(name).filter((one): one is string => typeof one === 'string' && isId(one))
  const accepted = ids('accepted')
  const sent = await send(context, 'seal', {
    path: pathOf(context),
    body: {
      reports: ids('report'),
      accepted,
      reason: textOf(form, 'reason') || null,
      leave_out: leavesOut(form) ? textOf(form, 'shown.leave_out').split(',') : [],
    },
    fields: [LEAVE_OUT, 'accepted', 'reason'],
    schema: z.object({ asked: z.string().nullable() }),
  })
  if (sent.refused)
    return data(await loadSeal(context, sent.refused.data, accepted), { status: sent.refused.status })
  const { asked: approval } = sent.value
  await context.toast('good', context.t(approval ? 'approvals:ask.done' : 'fiscal:seal.done'))
  if (approval) return redirect(approvalHref(approval), 303)
  const { preview } = await loadSeal(context)
  return redirect(`/reports/month-desk/${preview.location._id}-${preview.day.slice(0, 7)}`, 303)
}
