/**
 * What a message reported, part by part, and the form that corrects one of them or leaves it out: what it should say,
 * then what that moves and why. Plain
 * forms; the address names the message, as the page of an hour links to it.
 */
import { repairMeters } from '../../../backend/accounting/repairs/repairs.contract'
import { eventName } from '../../telemetry/events/events'
import { useShell, useShown } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { formatter } from '../../i18n/format'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, ErrorSummary, Field, FieldSet, FormActions, Input } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { problemTexts } from '../../engine/form/problem-texts'
import { problemText } from '../../engine/render/labels'
import { Effect } from '../repairs/effect'
import { Parts } from './parts'
import { loadEditing, performEditing, type Editing } from './part.server'
import { PartChange } from './part-change'
import { RequestedOrder } from './requested-order'

const needs = { all: ['slot::get', 'rawdata::edit'] } as const

export const loader = guarded(needs, context => loadEditing(context))
export const action = guarded(needs, performEditing, { keepsAnswer: true })

export default function MessagePartPage() {
  const shown = useShown<typeof loader>()
  const { t, locale } = useShell()
  const { title, parts, part, at, preview, answered } = shown
  const failure = preview ? null : answered?.failure
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width">
        {t('message-edits:add.what', {
          smib: parts.smib.name,
          location: parts.location.name,
          time: formatter(locale, parts.time_zone).dateTime(at),
          zone: parts.time_zone,
        })}
      </p>
      {failure ? <FailureNote method="POST" failure={failure} /> : null}
      {part ? <PartForm shown={shown} part={part} /> : <Parts shown={shown} />}
      {preview ? <Confirm shown={shown} preview={preview} /> : null}
    </>
  )
}

function Confirm({ shown, preview }: { shown: Editing; preview: NonNullable<Editing['preview']> }) {
  const { t } = useShell()
  const { here, message, typed, answered, key } = shown
  return (
    <>
      <Section title={t('message-edits:add.change')}>
        <PartChange before={preview.before} after={preview.after} />
      </Section>
      <Section title={t('repairs:effect.title')}>
        <Effect effect={preview.effect} zone={preview.time_zone} />
        {preview.doubtful ? <Alert tone="warn" title={t('message-edits:add.doubtful')} /> : null}
        <RequestedOrder
          secondPerson={preview.second_person}
          intent="edit"
          answered={answered}
          formKey={key}
          action={here}
          checkHref={`${resourcePaths['message-edits']}?slot=${preview.slot._id}`}
          backHref={message}
          submit={t('message-edits:add.submit')}
          effect={t('message-edits:add.effect')}
        >
          {Object.entries(typed).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </RequestedOrder>
      </Section>
    </>
  )
}

interface Shown {
  shown: Editing
  part: NonNullable<Editing['part']>
}

function PartForm({ shown, part }: Shown) {
  const { t } = useShell()
  const { here, message, typed, problems } = shown
  const { errorOf } = problemTexts(t, problems)
  const errors = Object.entries(problems).flatMap(([name, all]) =>
    all.map(problem => ({
      id: idOf(name === 'values' ? `values.${repairMeters[0]}` : name),
      text: problemText(t, problem),
    })),
  )
  return (
    <form method="post" action={here} className="form mb-3">
      <input type="hidden" name="intent" value="preview" />
      <ErrorSummary title={t('engine:form.problems', { count: errors.length })} errors={errors} />
      <FieldSet id={idOf('does')} label={t('message-edits:fields.does')} error={errorOf('does')}>
        {(['correct', 'leave_out'] as const).map(does => (
          <label key={does} className="check">
            <input type="radio" name="does" value={does} required defaultChecked={typed.does === does} />
            {t(`message-edits:does.${does}`)}
          </label>
        ))}
      </FieldSet>
      <Values part={part} typed={typed} errorOf={errorOf} />
      <FormActions>
        <Button tone="primary">{t('message-edits:add.preview')}</Button>
        <LinkButton href={message}>{t('engine:form.cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}

const idOf = (name: string) => `part-${name.replace('.', '-')}`

interface ValuesProps extends Pick<Shown, 'part'> {
  typed: Editing['typed']
  errorOf: (name: string) => string | undefined
}

function Values({ part: { bucket, item, original }, typed, errorOf }: ValuesProps) {
  const { t, format } = useShell()
  if (bucket === 'counters') {
    const names = repairMeters.filter(name => original[name] !== undefined)
    return (
      <table className="value-grid">
        <caption>{t('message-edits:add.values')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('manual-readings:fields.meter')}</th>
            <th scope="col">{t('message-edits:fields.before')}</th>
            <th scope="col">{t('message-edits:fields.after')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map(name => (
            <tr key={name}>
              <th scope="row">{t(`counters:fields.${name}`)}</th>
              <td>{format.number(Number(original[name]))}</td>
              <td>
                <Input
                  {...describe({ id: idOf(`values.${name}`), error: errorOf(`values.${name}`) })}
                  aria-label={t(`counters:fields.${name}`)}
                  name={`values.${name}`}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={16}
                  defaultValue={typed[`values.${name}`] ?? ''}
                />
                {errorOf(`values.${name}`) ? (
                  <p id={`${idOf(`values.${name}`)}-error`} className="field-error">
                    {errorOf(`values.${name}`)}
                  </p>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  const name = bucket === 'events' ? 'code' : 'value'
  const before = String(original[bucket === 'events' ? 'code' : item] ?? '')
  const help =
    bucket === 'events'
      ? t('message-edits:add.code_help', { code: before, name: eventName(t, before) })
      : t('message-edits:add.value_help', { name: item, value: before || '–' })
  return (
    <Field id={idOf(name)} label={t(`message-edits:add.${name}`)} help={help} error={errorOf(name)}>
      <Input
        {...describe({ id: idOf(name), help: true, error: errorOf(name) })}
        name={name}
        type="text"
        autoComplete="off"
        maxLength={bucket === 'events' ? 2 : 500}
        defaultValue={typed[name] ?? before}
      />
    </Field>
  )
}
