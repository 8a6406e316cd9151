import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { ErrorSummary, Field, FieldSet, fieldsIn, FormActions, Select, TextArea } from '../../ui/field'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { baseContext } from '../render/render-context'
import { fieldLabel, namedProblem, problemText } from '../render/labels'
import { bulkEditFields, mayBeEmpty } from '../definition/bulk-edit'
import type { BulkEditData } from './bulk-edit.server'
import { FailureNote } from '../components/failure-note'
import { Notices } from '../components/list-notes'
import { UnclearChoice } from '../components/unclear-choice'
import type { Resource } from '../definition/resource'

/** Each field begins at "leave as is"; its control shows once a value is wanted, without a script. */
export function BulkEditForm({ resource, data }: { resource: Resource; data: BulkEditData }) {
  const { t, locale } = useShell()
  const { problems, named, count, back, failure, notices } = data
  const names = bulkEditFields(resource)
  const textFor = (name: string) => (problem: FieldProblem) =>
    problemText(t, problem, resource.fields[name], locale)
  const summary = Object.entries(problems).flatMap(([name, found]) =>
    found.map(problem => ({
      id: name === 'reason' ? 'reason' : `set-${name}`,
      text: namedProblem(t, fieldLabel(t, resource.name, name), problem, resource.fields[name], locale),
    })),
  )
  if (data.isUnclear) return <UnclearChoice notices={notices} back={back} />
  if (count === 0)
    return (
      <>
        <Notices notices={notices} />
        <Alert tone="warn" className="mb-2" title={t('engine:command.none')} />
        <LinkButton href={back}>{t('engine:command.back')}</LinkButton>
      </>
    )
  return (
    <form method="post" className="form">
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {t('engine:many.preview')}
      </button>
      <input type="hidden" name="idempotency_key" value={data.key} />
      <ErrorSummary title={t('engine:form.problems', { count: fieldsIn(summary) })} errors={summary} />
      <Notices notices={notices} />
      {failure ? <FailureNote method="POST" failure={failure} /> : null}
      <details className="mb-2">
        <summary>{t('engine:many.rows', { count })}</summary>
        <ul className="list-disc pl-5">
          {named.map(({ id, name }) => (
            <li key={id}>
              <a className="link" href={`${resource.path}/${id}`}>
                {name}
              </a>
            </li>
          ))}
          {count > named.length ? <li>{t('engine:command.more', { count: count - named.length })}</li> : null}
        </ul>
      </details>
      {names.map(name => (
        <Chooser
          key={name}
          resource={resource}
          name={name}
          data={data}
          error={problems[name]?.map(textFor(name)).join(' ')}
        />
      ))}
      {resource.contract.reasoned?.some(name => names.includes(name)) ? (
        <Field
          id="reason"
          label={t('engine:form.reason')}
          help={t('engine:form.reason_help', {
            fields: resource.contract.reasoned
              .filter(name => names.includes(name))
              .map(name => fieldLabel(t, resource.name, name))
              .join(', '),
          })}
          error={problems.reason?.map(textFor('reason')).join(' ')}
        >
          <TextArea
            id="reason"
            name="reason"
            defaultValue={data.typed.reason}
            maxLength={200}
            rows={2}
            aria-describedby="reason-help"
          />
        </Field>
      ) : null}
      <FormActions>
        <Button tone="primary">{t('engine:many.preview')}</Button>
        <LinkButton href={back}>{t('engine:form.cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}

function Chooser({
  resource,
  name,
  data,
  error,
}: {
  resource: Resource
  name: string
  data: BulkEditData
  error?: string
}) {
  const shell = useShell()
  const { t } = shell
  const label = fieldLabel(t, resource.name, name)
  const choices = ['leave', 'set', ...(mayBeEmpty(resource, name) ? ['empty'] : [])]
  return (
    <FieldSet id={`field-${name}`} label={label} error={error} className="group/many">
      <div className="flex flex-wrap items-start gap-2">
        <Select
          id={`set-${name}`}
          name={`set.${name}`}
          className="w-56"
          defaultValue={data.choices[name] ?? 'leave'}
          aria-label={t('engine:many.choice', { field: label })}
          options={choices.map(value => ({ value, label: t(`engine:many.choices.${value}`) }))}
        />
        <div className="hidden min-w-56 grow group-has-[option[value=set]:checked]/many:block">
          <label className="sr-only" htmlFor={`value-${name}`}>
            {label}
          </label>
          {resource.fields[name]?.input?.(
            {
              id: `value-${name}`,
              name,
              typed: data.typed[name] ?? '',
              required: false,
              invalid: error !== undefined,
              options: data.options[name],
            },
            { ...baseContext(shell, resource.name), field: name },
          )}
        </div>
      </div>
    </FieldSet>
  )
}
