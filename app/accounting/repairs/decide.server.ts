/** A repair's decision: loads the page, previews the effect, and sends it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import {
  repairChoices,
  repairEffect,
  type RepairEffect,
  type RepairEvidence,
  type RepairMeter,
  repairMeters,
  repairsContract,
} from '../../../backend/accounting/repairs/repairs.contract'
import type { RowOf } from '../../../backend/platform/contract/contract'
import { attempt } from '../../engine/data/failure.server'
import { readInstant } from '../../engine/period/period'
import { idOf } from '../../engine/data/resource-at.server'
import { evidenceAnswer, evidencePath } from './evidence'
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

const effectAnswer = z.object({ effect: repairEffect })
const base = (id: string) => `/api/repairs/v1/repair/${id}`

export interface Decided extends OrderForms {
  title: string
  crumbs: Record<string, string>
  repair: RowOf<typeof repairsContract>
  evidence: RepairEvidence
  /** Of taking back what holds, where something does. */
  back: RepairEffect | null
  /** What the form would do, after a preview; `typed` holds the values that it was worked out from. */
  effect: RepairEffect | null
  typed: Record<string, string>
  problems: Record<string, FieldProblem[]>
}

export async function loadDecision(
  context: GuardedContext,
  more: Partial<Pick<Decided, 'effect' | 'typed' | 'problems' | 'answered'>> = {},
): Promise<Decided> {
  const { api, params, t } = context
  const id = idOf(params)
  const [repair, { evidence }] = await Promise.all([
    api(repairsContract).get(id),
    api.call('GET', evidencePath(id), { schema: evidenceAnswer }),
  ])
  const isDecided = repair.state !== 'open' && !repair.waiting
  const back = isDecided
    ? ((
        await attempt(
          api.call('POST', `${base(id)}/preview`, {
            body: { decision: null },
            write: false,
            schema: effectAnswer,
          }),
        )
      ).value?.effect ?? null)
    : null
  const named = t('repairs:named', { kind: t(`repairs:kind.${repair.kind}`), slot: repair.slot.name })
  return {
    title: t('repairs:decide.title', { name: named }),
    crumbs: { [id]: named },
    repair,
    evidence,
    back,
    effect: null,
    typed: typedFirst(evidence),
    problems: {},
    key: randomUUID(),
    ...more,
  }
}

/** As proposed. */
const typedFirst = ({ proposal, choices }: RepairEvidence): Record<string, string> => ({
  choice: choices[0] ?? 'break',
  ...Object.fromEntries(
    repairMeters.flatMap(name => {
      const sides = proposal[name]
      return sides
        ? [
            [`before.${name}`, String(sides.before)],
            [`after.${name}`, String(sides.after)],
          ]
        : []
    }),
  ),
})

/** Names of the form's own fields. */
const fieldsOf = ({ meters }: RepairEvidence): string[] => [
  'choice',
  'at',
  ...(Object.keys(meters) as RepairMeter[]).flatMap(name => [
    `before.${name}`,
    `after.${name}`,
    `values.${name}`,
  ]),
]

function decisionOf(form: FormData, { meters, time_zone }: RepairEvidence) {
  const choice = repairChoices.find(one => one === textOf(form, 'choice'))
  const valuesOf = (part: string) =>
    Object.fromEntries(
      Object.keys(meters).flatMap(name => {
        const typed = meterOf(textOf(form, `${part}.${name}`))
        return typed === null ? [] : [[name, typed]]
      }),
    )
  const at = textOf(form, 'at')
  return {
    choice,
    ...(choice === 'break' && { before: valuesOf('before'), after: valuesOf('after') }),
    ...(choice === 'insert' && {
      ...(at && { at: readInstant(at, time_zone) }),
      values: valuesOf('values'),
    }),
  }
}

export async function perform(context: GuardedContext) {
  const { api, params, form, t, toast } = context
  const id = idOf(params)
  const intent = intentIn(form, ['preview', 'decide', 'reopen', 'answer-approve', 'answer-refuse'])
  const here = `${resourcePaths.repairs}/${id}`
  if (intent === 'answer-approve' || intent === 'answer-refuse' || intent === 'reopen') {
    const sent = await send(context, intent, {
      path: `${base(id)}/${intent === 'reopen' ? 'reopen' : 'answer'}`,
      body: {
        ...(intent !== 'reopen' && { answer: intent.slice('answer-'.length) }),
        reason: textOf(form, 'reason'),
      },
      fields: ['reason'],
      schema: z.object({ repair: repairsContract.row.nullable() }),
    })
    if (sent.refused)
      return data(await loadDecision(context, { answered: sent.refused.data }), {
        status: sent.refused.status,
      })
    const isProposed = intent === 'reopen' && sent.value.repair?.waiting === true
    await toast('good', t(isProposed ? 'repairs:done.reopen-proposed' : `repairs:done.${intent}`))
    return redirect(sent.value.repair ? here : resourcePaths.repairs, 303)
  }
  const { evidence } = await api.call('GET', evidencePath(id), { schema: evidenceAnswer })
  const decision = decisionOf(form, evidence)
  const typed = typedOf(form, fieldsOf(evidence))
  const effectNow = async () =>
    (
      await api.call('POST', `${base(id)}/preview`, {
        body: { decision },
        write: false,
        schema: effectAnswer,
      })
    ).effect
  if (intent !== 'decide') {
    try {
      return await loadDecision(context, { effect: await effectNow(), typed })
    } catch (error) {
      const { status, shown } = refusedPreview(error, typed, fieldsOf(evidence), found =>
        Object.fromEntries(
          Object.entries(found).map(([name, all]) => [name.replace(/^decision\./, ''), all]),
        ),
      )
      return data(await loadDecision(context, shown), { status })
    }
  }
  const sent = await send(context, 'decide', {
    path: `${base(id)}/decide`,
    body: { ...decision, reason: textOf(form, 'reason') },
    fields: ['reason', ...fieldsOf(evidence)],
    problemsOf: found => found,
    schema: z.object({ repair: repairsContract.row.nullable() }),
  })
  if (sent.refused) {
    const effect = await attempt(effectNow())
    return data(
      await loadDecision(context, {
        typed,
        effect: effect.value ?? null,
        ...partedRefusal(sent.refused.data),
      }),
      { status: sent.refused.status },
    )
  }
  await toast('good', t(sent.value.repair?.waiting ? 'repairs:done.propose' : 'repairs:done.decide'))
  return redirect(here, 303)
}
