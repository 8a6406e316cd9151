/** Loads the data of the confirmation pages, and carries out their actions. */
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { SmibControlAnswer } from '../../../backend/estate/smibs/smib-control.contract'
import { smibsContract } from '../../../backend/estate/smibs/smibs.contract'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import {
  formsOf,
  send,
  textOf,
  type Answered,
  type Order,
  type OrderForms,
} from '../../engine/form/orders.server'
import { isStep, SMIB_CONTROL, type Step } from './smib-steps'
import { readControl } from './smib.server'

type Smib = z.output<(typeof smibsContract)['row']>

export interface StepData extends OrderForms {
  title: string
  crumbs: Record<string, string>
  step: Step
  control: SmibControlAnswer
  /** SMIBs that could take over; null where the page offers none. */
  free: { find: string; rows: Smib[]; total: number } | null
  /** Shown once, on this answer, and on no other. */
  password?: string
}

const FREE_SHOWN = 20

export async function loadStep(
  context: GuardedContext,
  { answered, password }: { answered?: Answered; password?: string } = {},
): Promise<StepData> {
  const { params, t, url } = context
  const step = stepOf(params)
  const control = await readControl(context)
  const title = t(`smib-control:steps.${step}.title`, { mac: control.smib.mac })
  const find = (url.searchParams.get('find') ?? '').trim().slice(0, 100)
  return {
    title,
    crumbs: { [control.smib._id]: t('smib-control:title', { mac: control.smib.mac }) },
    step,
    control,
    ...formsOf(answered),
    ...(password !== undefined && { password }),
    free: step === 'replace' ? { find, ...(await freeSmibs(context, control.smib, find)) } : null,
  }
}

/** On the shelf: of the same tenant, in no slot. */
async function freeSmibs(
  { api }: GuardedContext,
  { tenant }: Smib,
  find: string,
): Promise<{ rows: Smib[]; total: number }> {
  const { rows, total } = await api(smibsContract).list({
    rowsPerPage: FREE_SHOWN,
    sortBy: ['mac'],
    sortDirection: ['ASC'],
    query: find,
    exactFields: ['tenant', 'assigned'],
    exactValues: [tenant._id, false],
  })
  return { rows, total }
}

const stepOf = (params: GuardedContext['params']): Step => {
  if (!isStep(params.step)) throw notFound()
  return params.step
}

const newPassword = z.looseObject({ password: z.string() })

export async function performStep(context: GuardedContext) {
  const { params, t, toast } = context
  const [id, step] = [idOf(params), stepOf(params)]
  const sent = await send(context, step, orderOf(context, step, id))
  if (sent.refused)
    return data(await loadStep(context, { answered: sent.refused.data }), { status: sent.refused.status })
  // No redirect: the password stands in this answer's page and nowhere else, neither in an address nor in a session.
  if (step === 'refresh-password')
    return loadStep(context, { password: newPassword.parse(sent.value).password })
  await toast('good', t(`smib-control:steps.${step}.done`))
  return redirect(`${SMIB_CONTROL}/${id}`, 303)
}

function orderOf({ form }: GuardedContext, step: Step, id: string): Order {
  const base = '/api/configuration/v1'
  const reason = textOf(form, 'reason')
  switch (step) {
    case 'replace':
      return {
        path: `${base}/smib-to-smib`,
        body: { from: id, to: textOf(form, 'to') || undefined, reason },
        fields: ['to', 'reason'],
      }
    case 'unassign':
      return { path: `${base}/smib/${id}/unassign`, body: { reason }, fields: ['reason'] }
    case 'restart':
      return {
        path: `${base}/smib-send-cmd/${id}/type/restart`,
        body: { mode: Number(textOf(form, 'mode')) || undefined },
        fields: ['mode'],
      }
    case 'refresh-password': {
      const expected = textOf(form, 'expected')
      return {
        path: `${base}/smib-refresh-password/${id}`,
        body: { expected: /^\d{1,15}$/.test(expected) ? Number(expected) : null, reason },
        fields: ['reason'],
        keyless: true,
      }
    }
  }
}
