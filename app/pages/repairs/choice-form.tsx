/** What is chosen, and the values that a break or an inserted reading takes. Their fields always stand there: the page works without scripts. */
import { repairMeters } from '../../../backend/repairs/repairs.contract'
import type { FieldProblem } from '../../../backend/contract/problem'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../resources/names'
import { Button, LinkButton } from '../../ui/button'
import { Check, describe, ErrorSummary, Field, FieldSet, FormActions, Input } from '../../ui/field'
import type { Decided } from './decide.server'

export function ChoiceForm({ data: { repair, evidence, typed, problems } }: { data: Decided }) {
  const { t } = useShell()
  const here = `${resourcePaths.repairs}/${repair._id}`
  const meters = repairMeters.filter(name => evidence.meters[name])
  const text = ({ code, params }: FieldProblem) =>
    t([`errors:fields.${code}`, 'errors:fields.invalid'], params)
  const errorOf = (name: string) => (problems[name] ?? []).map(text).join(' ') || undefined
  const labelOf = (name: string) => {
    const [part, meter] = name.split('.')
    return meter
      ? `${t(`repairs:decide.${part}`)}, ${t(`counters:fields.${meter}`)}`
      : t(`repairs:decide.${part}`)
  }
  const field = (name: string, type: 'text' | 'datetime-local' = 'text') => {
    const id = `repair-${name.replace('.', '-')}`
    const error = errorOf(name)
    return (
      <Field key={name} id={id} label={labelOf(name)} error={error}>
        <Input
          {...describe({ id, error })}
          name={name}
          type={type}
          inputMode={type === 'text' ? 'numeric' : undefined}
          autoComplete="off"
          maxLength={type === 'text' ? 16 : undefined}
          defaultValue={typed[name] ?? ''}
        />
      </Field>
    )
  }
  const errors = Object.entries(problems).flatMap(([name, all]) =>
    all.map(problem => ({
      id: `repair-${name.replace('.', '-')}`,
      text: `${labelOf(name)}: ${text(problem)}`,
    })),
  )
  return (
    <form method="post" action={`${here}/decide`} className="form mb-3">
      <input type="hidden" name="intent" value="preview" />
      <ErrorSummary title={t('engine:form.problems', { count: errors.length })} errors={errors} />
      <FieldSet id="repair-choice" label={t('repairs:decide.choice')} error={errorOf('choice')}>
        {evidence.choices.map(choice => (
          <Check
            key={choice}
            type="radio"
            name="choice"
            value={choice}
            required
            defaultChecked={typed.choice === choice}
            label={`${t(`repairs:choices.${choice}`)}: ${t(`repairs:choices_about.${choice}`)}`}
          />
        ))}
      </FieldSet>
      <fieldset>
        <legend>{t('repairs:decide.of_break')}</legend>
        {meters.map(name => (
          <div key={name} className="flex flex-wrap gap-2">
            {field(`before.${name}`)}
            {field(`after.${name}`)}
          </div>
        ))}
      </fieldset>
      {evidence.choices.includes('insert') ? (
        <fieldset>
          <legend>{t('repairs:decide.of_insert')}</legend>
          <p className="field-help">{t('repairs:decide.zone', { zone: evidence.time_zone })}</p>
          {field('at', 'datetime-local')}
          {meters.map(name => field(`values.${name}`))}
        </fieldset>
      ) : null}
      <FormActions>
        <Button tone="primary">{t('repairs:decide.preview')}</Button>
        <LinkButton href={here}>{t('engine:form.cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}
