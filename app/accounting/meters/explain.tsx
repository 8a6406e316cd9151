/** Saying why a slot's counters and its meters differ; what was said before stands below. */
import {
  explanationCodes,
  meterExplanationsAnswer,
  type MeterExplanations,
} from '../../../backend/accounting/meters/explanations.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { FormFrame } from '../../engine/form/form-frame'
import { problemTexts } from '../../engine/form/problem-texts'
import { formPage, type PageForm } from '../../engine/form/form-page.server'
import { idOf } from '../../engine/data/resource-at.server'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { describe, Field, Select, TextArea } from '../../ui/field'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { hrefOf, trimmed } from './meters-at.server'

const needs = { all: ['slot::list', 'slot::update_meters'] } as const
const pathOf = (id: string) => `/api/configuration/v1/slot-machine-meter/${id}/explanation`

const explainForm = formPage<MeterExplanations>({
  read: async ({ api, params }) =>
    (await api.call('GET', pathOf(idOf(params)), { schema: meterExplanationsAnswer })).explanations,
  version: said => said.compared_to ?? 0,
  typed: () => ({ code: '', note: '' }),
  send: async ({ api, t }, { now: said, version, key, ...sent }) => {
    const { code = '', note } = trimmed(sent.typed)
    if (code === '') return { problems: { code: [{ code: 'required' }] } }
    await api.call('POST', pathOf(said.slot._id), {
      body: { version, code, note },
      schema: meterExplanationsAnswer,
      idempotencyKey: key,
    })
    return { to: hrefOf(said.slot._id), message: t('meters:explain.saved') }
  },
})

export const loader = guarded(needs, async context => {
  const { now: said, form } = await explainForm.load(context)
  return {
    title: context.t('meters:explain.title', { name: said.slot.name }),
    crumbs: { [said.slot._id]: said.slot.name },
    said,
    here: hrefOf(said.slot._id),
    form,
  }
})

export const action = guarded(needs, explainForm.perform, { keepsAnswer: true })

const kinds = ['in', 'out', 'jackpot'] as const

export default function ExplainPage() {
  const { title, said, here, form: shown } = useLoaded<typeof loader>()
  const form = useAnswer<PageForm>() ?? shown
  const { t, locale } = useShell()
  const format = formatter(locale, said.time_zone)
  const amounts = (of: Record<(typeof kinds)[number], number | null>) =>
    kinds
      .filter(kind => of[kind] !== null)
      .map(
        kind =>
          `${t(`meters:kinds.${kind}`)}: ${format.money({ minor: of[kind] ?? 0, currency: said.currency })}`,
      )
      .join(' · ')
  const differs = kinds.some(kind => said[kind] !== null && said[kind] !== 0)
  const { errorOf, errorsOf } = problemTexts(t, form.problems)
  const labels = { code: t('meters:explain.code'), note: t('meters:explain.note') }
  const errors = errorsOf(
    ['code', 'note'],
    name => `explain-${name}`,
    name => labels[name as keyof typeof labels],
  )
  return (
    <>
      <PageHeader title={title} />
      {differs ? (
        <>
          <p>{amounts(said)}</p>
          <FormFrame
            form={form}
            action={`${here}/explain`}
            back={here}
            submit={t('meters:explain.save')}
            errors={errors}
            rivals={[]}
          >
            <Field id="explain-code" label={labels.code} error={errorOf('code')}>
              <Select
                {...describe({ id: 'explain-code', error: errorOf('code') })}
                name="code"
                required
                blank={t('meters:explain.choose')}
                defaultValue={form.typed.code ?? ''}
                options={explanationCodes.map(value => ({
                  value,
                  label: t(`reconciliation:words.reason.${value}`),
                }))}
              />
            </Field>
            <Field
              id="explain-note"
              label={labels.note}
              note={t('engine:form.optional')}
              help={t('meters:explain.help')}
              error={errorOf('note')}
            >
              <TextArea
                {...describe({ id: 'explain-note', help: t('meters:explain.help'), error: errorOf('note') })}
                name="note"
                rows={3}
                maxLength={200}
                defaultValue={form.typed.note ?? ''}
              />
            </Field>
          </FormFrame>
        </>
      ) : (
        <EmptyState title={t('meters:explain.nothing')} />
      )}
      {said.explanations.length > 0 ? (
        <Section title={t('meters:explain.earlier')}>
          <DataTable
            caption={t('meters:explain.earlier')}
            columns={[
              { key: 'at', label: t('meters:explain.at') },
              { key: 'code', label: labels.code, rank: 2 },
              { key: 'of', label: t('meters:explain.of') },
              { key: 'note', label: labels.note },
              { key: 'by', label: t('meters:explain.by') },
              { key: 'holds', label: t('meters:explain.holds'), rank: 3 },
            ]}
            rows={said.explanations.map(one => ({
              key: one._id,
              cells: [
                format.dateTime(one.at),
                t(`reconciliation:words.reason.${one.code}`),
                amounts(one),
                one.note ?? '–',
                one.by,
                t(one.holds ? 'meters:explain.yes' : 'meters:explain.no'),
              ],
            }))}
          />
        </Section>
      ) : null}
    </>
  )
}
