/** Sealing a day: what is about to be signed, and the answer to it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { sealPreview, type SealPreview } from '../../../backend/accounting/sealing/sealing.contract'
import { isId } from '../../engine/data/resource-at.server'
import { usualReasonsFor } from '../../engine/data/usual-reasons.server'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'
import { approvalHref } from '../../workflow/second-person/pending-request'
import { send, type Answered } from '../../engine/form/orders.server'
import { reasonFields, reasonIn } from './accept-reason'
import { chosenFor, LEAVE_OUT } from './earlier-choice'
import { placeAt } from '../days/day.server'

export interface SealShown {
  title: string
  crumbs: Record<string, string>
  preview: SealPreview
  /** Of the location's day. */
  page: string
  key: string
  /** The tenant's own usual reasons of accepting. */
  reasons: string[]
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
  const [preview, reasons] = await Promise.all([
    context.api.call('GET', pathOf(context), { schema: sealPreview }),
    usualReasonsFor(context, 'accept'),
  ])
  const format = formatter(context.locale, preview.time_zone)
  const day = format.gamingDay(preview.day)
  return {
    title: context.t('fiscal:seal.title', { location: preview.location.name, day }),
    crumbs: { [preview.location._id]: preview.location.name, [preview.day]: day },
    preview,
    page,
    key: randomUUID(),
    reasons,
    ticked,
    ...(answered && { answered }),
  }
}

const idsIn = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((one): one is string => typeof one === 'string' && isId(one))

/** Seals the day alone, or closes the days before it and seals all of them in order. */
export async function performSeal(context: GuardedContext) {
  const { form, params } = context
  const { close, leave_out } = chosenFor(form)
  const accepted = idsIn(form, 'accepted')
  const given = { reports: idsIn(form, 'report'), reason: reasonIn(form) || null }
  const fields = [LEAVE_OUT, 'accepted', ...reasonFields]
  const day = pathOf(context)
  const [month = ''] = /^\d{4}-\d\d/.exec(params.day ?? '') ?? []
  const all = form.getAll('accepted').includes('all')
  const isRun = close.length > 0
  const sent = await send(context, 'seal', {
    path: isRun ? day.replace(/day\/[^/]+\/seal$/, `month/${month}/accept-and-seal`) : day,
    body: isRun
      ? { ...given, close, accepted: { all, kinds: [], slots: accepted } }
      : { ...given, accepted, leave_out },
    fields,
    schema: z.object({ asked: z.string().nullable().default(null) }),
  })
  if (sent.refused)
    return data(await loadSeal(context, sent.refused.data, all ? ['all', ...accepted] : accepted), {
      status: sent.refused.status,
    })
  const { asked: approval } = sent.value
  const done = approval ? 'approvals:ask.done' : isRun ? 'fiscal:run.started' : 'fiscal:seal.done'
  await context.toast('good', context.t(done))
  if (approval) return redirect(approvalHref(approval), 303)
  return redirect(`/reports/month-desk/${params.id}-${month}`, 303)
}
