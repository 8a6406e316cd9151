/**
 * What is chosen, and the values that a break or an inserted reading takes. Style sheets show the columns of the
 * choice: the page works without scripts.
 */
import { repairMeters } from '../../../backend/accounting/repairs/repairs.contract'
import { useShell } from '../../console/shell-context'
import { problemTexts } from '../../engine/form/problem-texts'
import { resourcePaths } from '../../addresses/names'
import { Button, LinkButton } from '../../ui/button'
import { Check, describe, ErrorSummary, Field, FieldSet, FormActions, Input } from '../../ui/field'
import type { Decided } from './decide.server'

const partClass = { before: 'of-break', after: 'of-break', values: 'of-insert' } as const

export function ChoiceForm({ data: { repair, evidence, typed, problems } }: { data: Decided }) {
  const { t } = useShell()
  const here = `${resourcePaths.repairs}/${repair._id}`
  const meters = repairMeters.filter(name => evidence.meters[name])
  const { errorOf, errorsOf } = problemTexts(t, problems)
  const labelOf = (name: string) => {
    const [part, meter] = name.split('.')
    return meter
      ? `${t(`repairs:decide.${part}`)}, ${t(`counters:fields.${meter}`)}`
      : t(`repairs:decide.${part}`)
  }
  const cell = (part: 'before' | 'after' | 'values', meter: string) => {
    const name = `${part}.${meter}`
    const id = `repair-${part}-${meter}`
    const error = errorOf(name)
    return (
      <td className={partClass[part]}>
        <Input
          {...describe({ id, error })}
          aria-label={labelOf(name)}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          defaultValue={typed[name] ?? ''}
        />
        {error && (
          <p id={`${id}-error`} className="field-error">
            {error}
          </p>
        )}
      </td>
    )
  }
  const inserts = evidence.choices.includes('insert')
  const atError = errorOf('at')
  const errors = errorsOf(Object.keys(problems), name => `repair-${name.replace('.', '-')}`, labelOf)
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
      {inserts ? (
        <Field
          id="repair-at"
          className="of-insert"
          label={t('repairs:decide.at')}
          help={t('repairs:decide.zone', { zone: evidence.time_zone })}
          error={atError}
        >
          <Input
            {...describe({ id: 'repair-at', help: true, error: atError })}
            name="at"
            type="datetime-local"
            defaultValue={typed.at ?? ''}
          />
        </Field>
      ) : null}
      <table className="value-grid">
        <caption>{t('repairs:decide.values_of')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('repairs:fields.meter')}</th>
            <th scope="col" className="of-break">
              {t('repairs:decide.before')}
            </th>
            <th scope="col" className="of-break">
              {t('repairs:decide.after')}
            </th>
            {inserts ? (
              <th scope="col" className="of-insert">
                {t('repairs:decide.values')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {meters.map(meter => (
            <tr key={meter}>
              <th scope="row">{t(`counters:fields.${meter}`)}</th>
              {cell('before', meter)}
              {cell('after', meter)}
              {inserts ? cell('values', meter) : null}
            </tr>
          ))}
        </tbody>
      </table>
      <FormActions>
        <Button tone="primary">{t('repairs:decide.preview')}</Button>
        <LinkButton href={here}>{t('engine:form.cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}
