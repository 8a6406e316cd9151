/** A reading that a person enters: loads the page, previews what it would move, and sends it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import {
  manualPaths,
  manualPreview,
  manualReadingsContract,
  type ManualPreview,
} from '../../../backend/accounting/corrections/manual-readings.contract'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { repairMeters } from '../../../backend/accounting/repairs/repairs.contract'
import { attempt } from '../../engine/data/failure.server'
import { localInstant, problemsOfMoment, readInstant } from '../../engine/period/period'
import { idOf } from '../../engine/data/resource-at.server'
import { resourcePaths } from '../../addresses/names'
import { intentIn } from '../../session/form.server'
import type { GuardedContext } from '../../session/guard.server'
import {
  partedRefusal,
  refusedPreview,
  send,
  textOf,
  typedOf,
  type OrderForms,
} from '../../engine/form/orders.server'
import { meterOf } from '../meters/meters-at.server'

export interface Entering extends OrderForms {
  title: string
  crumbs: Record<string, string>
  here: string
  slot: string
  preview: ManualPreview
  typed: Record<string, string>
  problems: Record<string, FieldProblem[]>
}

const fields = ['at', 'values', ...repairMeters.map(name => `values.${name}`)]
const previewAnswer = z.object({ preview: manualPreview })
type More = Partial<Pick<Entering, 'preview' | 'typed' | 'problems' | 'answered'>>

const previewOf = async ({ api }: GuardedContext, body: object): Promise<ManualPreview> =>
  (await api.call('POST', manualPaths.preview, { body, write: false, schema: previewAnswer })).preview

export async function loadEntering(context: GuardedContext, more: More = {}): Promise<Entering> {
  const { params, t, url } = context
  const slot = idOf(params)
  const preview = more.preview ?? (await previewOf(context, { slot }))
  const at = Number(url.searchParams.get('at') ?? Number.NaN)
  return {
    title: t('manual-readings:add.title', { slot: preview.slot.name }),
    crumbs: { [slot]: preview.slot.name },
    here: `/slots/${slot}/manual-reading`,
    slot,
    preview,
    // A link from an hour without readings fills in the hour's end.
    typed: { at: Number.isSafeInteger(at) ? localInstant(at, preview.time_zone) : '' },
    problems: {},
    key: randomUUID(),
    ...more,
  }
}

/** As it was typed, in the location's time. */
function readingOf(form: FormData, slot: string, zone: string) {
  const typed = textOf(form, 'at')
  const at = readInstant(typed, zone)
  const values = Object.fromEntries(
    repairMeters.flatMap(name => {
      const value = meterOf(textOf(form, `values.${name}`))
      return value === null ? [] : [[name, value]]
    }),
  )
  return at === undefined
    ? { problems: { at: problemsOfMoment(typed, zone) } }
    : { body: { slot, at, values } }
}

export async function performEntering(context: GuardedContext) {
  const { params, form, t, toast } = context
  const intent = intentIn(form, ['preview', 'enter'])
  const slot = idOf(params)
  const { time_zone } = await previewOf(context, { slot })
  const typed = typedOf(form, fields)
  const { body, problems } = readingOf(form, slot, time_zone)
  if (!body) return data(await loadEntering(context, { typed, problems }), { status: 422 })
  if (intent === 'preview') {
    try {
      return await loadEntering(context, { typed, preview: await previewOf(context, body) })
    } catch (error) {
      const { status, shown } = refusedPreview(error, typed, fields)
      return data(await loadEntering(context, shown), { status })
    }
  }
  const sent = await send(context, 'enter', {
    path: manualPaths.add,
    body: { ...body, reason: textOf(form, 'reason') },
    fields: ['reason', ...fields],
    problemsOf: found => found,
    schema: z.object({ 'manual-reading': manualReadingsContract.row }),
  })
  if (sent.refused) {
    const again = await attempt(previewOf(context, body))
    return data(
      await loadEntering(context, {
        typed,
        ...(again.value && { preview: again.value }),
        ...partedRefusal(sent.refused.data),
      }),
      { status: sent.refused.status },
    )
  }
  await toast('good', t('manual-readings:add.done'))
  return redirect(`${resourcePaths['manual-readings']}/${sent.value['manual-reading']._id}`, 303)
}
