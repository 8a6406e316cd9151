/** A decision in two steps: the choice with its values, then what it would move and why. Both are plain forms. */
import type { RepairEffect } from '../../../backend/accounting/repairs/repairs.contract'
import { useShell, useShown } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { Books, Decisions, Readings, WhatHappened } from './evidence'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader, Section } from '../../ui/page'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { ChoiceForm } from './choice-form'
import { loadDecision, perform, type Decided } from './decide.server'
import { Effect } from './effect'

const needs = { all: ['slot::get', 'slot::decide_repair'] } as const

export const loader = guarded(needs, context => loadDecision(context))
export const action = guarded(needs, perform, { keepsAnswer: true })

export default function DecidePage() {
  const data = useShown<typeof loader>()
  const { t } = useShell()
  const { title, repair, evidence, answered } = data
  return (
    <>
      <PageHeader title={title} />
      {answered?.failure && !formsOf(data).includes(answered.intent) ? (
        <FailureNote method="POST" failure={answered.failure} />
      ) : null}
      <p className="prose-width">
        <WhatHappened {...repair} />
      </p>
      {evidence.waiting ? <Waiting data={data} /> : <Choosing data={data} />}
      <Section title={t('repairs:readings.title')}>
        <Readings evidence={evidence} />
      </Section>
      {evidence.decisions.length > 0 ? (
        <Section title={t('repairs:decisions.title')}>
          <Decisions entries={evidence.decisions} />
        </Section>
      ) : null}
    </>
  )
}

/** Forms that tell themselves why they were refused. What was sent may have none any more: somebody else was faster. */
function formsOf({ repair, evidence, effect, back }: Decided): string[] {
  if (evidence.stays && !evidence.waiting) return []
  if (evidence.waiting) return [...(evidence.may_approve ? ['answer-approve'] : []), 'answer-refuse']
  if (repair.state === 'decided') return ['reopen']
  return [
    ...(effect && !isStillOpen(effect) ? ['decide'] : []),
    ...(back && repair.state === 'contested' ? ['reopen'] : []),
  ]
}

const isStillOpen = ({ state }: RepairEffect): boolean => state === 'open' || state === 'contested'

/** From which amount on, where what would move is that much. */
function secondPersonFor({ evidence: { second_person_from: limit } }: Decided, effect: RepairEffect | null) {
  return limit !== null && effect !== null && effect.largest.minor >= limit.minor ? limit : null
}

function Choosing({ data }: { data: Decided }) {
  const { t, format } = useShell()
  const { repair, evidence, effect, back, typed } = data
  const here = `${resourcePaths.repairs}/${repair._id}`
  if (evidence.stays)
    return <Alert tone="warn" className="mb-2" title={t(`errors:codes.${evidence.stays}`)} />
  if (repair.state === 'decided') return <Reopening data={data} />
  const limit = secondPersonFor(data, effect)
  return (
    <>
      {repair.state === 'contested' ? (
        <Alert tone="warn" className="mb-2" title={t('repairs:decide.contested')}>
          <p>{t('repairs:decide.contested_what')}</p>
        </Alert>
      ) : null}
      <Section title={t('repairs:books.title')}>
        <Books evidence={evidence} />
      </Section>
      <ChoiceForm data={data} />
      {effect ? (
        <Section title={t('repairs:effect.title')}>
          <Effect effect={effect} zone={evidence.time_zone} />
          {isStillOpen(effect) ? (
            <Alert tone="warn" title={t('repairs:effect.still_open')} />
          ) : (
            <OrderForm
              intent="decide"
              answered={data.answered}
              formKey={data.key}
              action={`${here}/decide`}
              checkHref={here}
              backHref={here}
              submit={t(limit ? 'repairs:decide.propose' : 'repairs:decide.book')}
              effect={limit ? t('repairs:decide.second_person', { amount: format.money(limit) }) : undefined}
              fields={[reasonField(t)]}
            >
              {Object.entries(typed).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
            </OrderForm>
          )}
        </Section>
      ) : null}
      {back && repair.state === 'contested' ? <Reopening data={data} /> : null}
    </>
  )
}

/** What holds, taken back: as if nobody had decided. */
function Reopening({ data }: { data: Decided }) {
  const { t, format } = useShell()
  const { repair, back, evidence } = data
  const limit = secondPersonFor(data, back)
  const here = `${resourcePaths.repairs}/${repair._id}`
  return (
    <Section title={t('repairs:reopen.title')}>
      {back ? <Effect effect={back} zone={evidence.time_zone} /> : null}
      <OrderForm
        intent="reopen"
        answered={data.answered}
        formKey={data.key}
        action={`${here}/decide`}
        checkHref={here}
        backHref={here}
        danger
        submit={t(limit ? 'repairs:reopen.propose' : 'repairs:reopen.submit')}
        effect={[
          t('repairs:reopen.effect'),
          ...(limit ? [t('repairs:decide.second_person', { amount: format.money(limit) })] : []),
        ].join(' ')}
        fields={[reasonField(t)]}
      />
    </Section>
  )
}

function Waiting({ data }: { data: Decided }) {
  const { t, format } = useShell()
  const { repair, evidence } = data
  const { waiting } = evidence
  if (!waiting) return null
  const here = `${resourcePaths.repairs}/${repair._id}`
  const about = {
    answered: data.answered,
    formKey: data.key,
    action: `${here}/decide`,
    checkHref: here,
    fields: [reasonField(t)],
  }
  return (
    <Section title={t('repairs:answer.title')}>
      <p className="prose-width">
        {t('repairs:answer.about', {
          name: waiting.by,
          choice: t(waiting.choice === null ? 'repairs:reopen.title' : `repairs:choices.${waiting.choice}`),
          amount: waiting.moved === null ? '–' : format.money(waiting.moved),
          reason: waiting.reason,
        })}
      </p>
      {evidence.would ? <Effect effect={evidence.would} zone={evidence.time_zone} /> : null}
      {evidence.may_approve ? (
        <OrderForm {...about} intent="answer-approve" submit={t('repairs:answer.approve')} />
      ) : (
        <Alert tone="info" className="mb-2" title={t('repairs:answer.own')} />
      )}
      <OrderForm {...about} intent="answer-refuse" submit={t('repairs:answer.refuse')} />
      <LinkButton href={here}>{t('engine:form.cancel')}</LinkButton>
    </Section>
  )
}
