/** Sealing a day: what is about to be signed, and the answer to it. */
import { z } from 'zod'
import { sealPreview, type SealPreview } from '../../../backend/accounting/sealing/sealing.contract'
import { isId } from '../../engine/data/resource-at.server'
import { usualReasonsFor } from '../../engine/data/usual-reasons.server'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'
import { requested } from '../../workflow/second-person/pending-request'
import { formsOf, performOrder, type Answered, type OrderForms } from '../../engine/form/orders.server'
import { reasonFields, reasonIn } from './accept-reason'
import { acceptedIn, tickedIn, tickProblems } from './accepted.server'
import { chosenFor, LEAVE_OUT } from './earlier-choice'
import { placeAt } from '../days/day.server'

export interface SealShown extends OrderForms {
  title: string
  crumbs: Record<string, string>
  preview: SealPreview
  /** Of the location's day. */
  page: string
  /** The tenant's own usual reasons of accepting. */
  reasons: string[]
  /** Ticked before it was refused. */
  ticked: string[]
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
    reasons,
    ticked,
    ...formsOf(answered),
  }
}

const idsIn = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((one): one is string => typeof one === 'string' && isId(one))

/** Seals the day alone, or closes the days before it and seals all of them in order. */
export function performSeal(context: GuardedContext) {
  const { form, params } = context
  const { close, leave_out } = chosenFor(form)
  const ticked = tickedIn(form)
  const given = { reports: idsIn(form, 'report'), reason: reasonIn(form) || null }
  const fields = [LEAVE_OUT, 'accepted', ...reasonFields]
  const day = pathOf(context)
  const [month = ''] = /^\d{4}-\d\d/.exec(params.day ?? '') ?? []
  const isRun = close.length > 0
  return performOrder(context, 'seal', {
    path: isRun ? day.replace(/day\/[^/]+\/seal$/, `month/${month}/accept-and-seal`) : day,
    body: isRun
      ? { ...given, close, accepted: acceptedIn(ticked) }
      : { ...given, accepted: ticked.filter(isId), leave_out },
    fields,
    problems: tickProblems(ticked),
    schema: z.object({ asked: z.string().nullable().default(null) }),
    again: answered => loadSeal(context, answered, ticked),
    done: ({ asked: approval }) =>
      approval
        ? requested(context.t, approval)
        : {
            to: `/reports/month-desk/${params.id}-${month}`,
            message: context.t(isRun ? 'fiscal:run.started' : 'fiscal:seal.done'),
          },
  })
}
