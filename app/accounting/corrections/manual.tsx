/**
 * Meters that a person read off a silent slot, in two steps: what they showed and when, then what that moves and why.
 * Both are plain forms.
 */
import { repairMeters } from '../../../backend/accounting/repairs/repairs.contract'
import { useShell, useShown } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, ErrorSummary, Field, FormActions, Input } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { problemTexts } from '../../engine/form/problem-texts'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { Effect } from '../repairs/effect'
import { loadEntering, performEntering, type Entering } from './manual.server'

const needs = { all: ['slot::get', 'slot::enter_readings'] } as const

export const loader = guarded(needs, context => loadEntering(context))
export const action = guarded(needs, performEntering, { keepsAnswer: 'each' })

export default function ManualReadingPage() {
  const shown = useShown<typeof loader>()
  const { t } = useShell()
  const { title, here, slot, preview, typed, answered, key } = shown
  const { effect } = preview
  return (
    <>
      <PageHeader title={title} />
      {answered?.failure && !effect ? <FailureNote method="POST" failure={answered.failure} /> : null}
      <p className="prose-width">{t('manual-readings:add.what')}</p>
      <Values shown={shown} />
      {effect ? (
        <Section title={t('repairs:effect.title')}>
          <Effect effect={effect} zone={preview.time_zone} />
          {preview.doubtful ? <Alert tone="warn" title={t('manual-readings:add.doubtful')} /> : null}
          {preview.sealed ? <Alert tone="warn" title={t('manual-readings:add.sealed')} /> : null}
          <OrderForm
            intent="enter"
            answered={answered}
            formKey={key}
            action={here}
            checkHref={`/manual-readings?slot=${slot}`}
            backHref={`/slots/${slot}`}
            submit={t('manual-readings:add.submit')}
            effect={t('manual-readings:add.effect')}
            fields={[reasonField(t)]}
          >
            {Object.entries(typed).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          </OrderForm>
        </Section>
      ) : null}
    </>
  )
}

function Values({ shown: { here, slot, preview, typed, problems } }: { shown: Entering }) {
  const { t, locale } = useShell()
  const format = formatter(locale, preview.time_zone)
  const { last } = preview
  const { errorOf, errorsOf } = problemTexts(t, problems)
  const idOf = (name: string) => `manual-${name.replace('.', '-')}`
  const labelOf = (name: string) =>
    name === 'at' || name === 'values'
      ? t(`manual-readings:add.${name}`)
      : t(`counters:fields.${name.slice('values.'.length)}`)
  // Those that it tells itself come first.
  const names = [
    ...repairMeters.filter(name => last?.meters[name] !== undefined),
    ...repairMeters.filter(name => last?.meters[name] === undefined),
  ]
  const errors = errorsOf(
    Object.keys(problems),
    name => idOf(name === 'values' ? `values.${names[0]}` : name),
    labelOf,
  )
  return (
    <form method="post" action={here} className="form mb-3">
      <input type="hidden" name="intent" value="preview" />
      <ErrorSummary title={t('engine:form.problems', { count: errors.length })} errors={errors} />
      <Field
        id="manual-at"
        label={t('manual-readings:add.at')}
        help={t('repairs:decide.zone', { zone: preview.time_zone })}
        error={errorOf('at')}
      >
        <Input
          {...describe({ id: 'manual-at', help: true, error: errorOf('at') })}
          name="at"
          type="datetime-local"
          required
          defaultValue={typed.at ?? ''}
        />
      </Field>
      <p className="field-help">
        {last
          ? t('manual-readings:add.last', { at: format.dateTime(last.at) })
          : t('manual-readings:add.never')}
      </p>
      <table className="value-grid">
        <caption>{t('manual-readings:add.values')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('manual-readings:fields.meter')}</th>
            <th scope="col">{t('manual-readings:add.before')}</th>
            <th scope="col">{t('manual-readings:add.shows')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map(meter => {
            const name = `values.${meter}`
            const error = errorOf(name)
            const known = last?.meters[meter]
            return (
              <tr key={meter}>
                <th scope="row">{t(`counters:fields.${meter}`)}</th>
                <td>{known === undefined ? '–' : format.number(known)}</td>
                <td>
                  <Input
                    {...describe({ id: idOf(name), error })}
                    aria-label={labelOf(name)}
                    name={name}
                    type="text"
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={16}
                    defaultValue={typed[name] ?? ''}
                  />
                  {error && (
                    <p id={`${idOf(name)}-error`} className="field-error">
                      {error}
                    </p>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <FormActions>
        <Button tone="primary">{t('manual-readings:add.preview')}</Button>
        <LinkButton href={`/slots/${slot}`}>{t('engine:form.cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}
