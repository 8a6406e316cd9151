import { useShell } from '../../console/shell-context'
import { Button } from '../../ui/button'
import { Check, Field, Select } from '../../ui/field'
import { Menu } from '../../ui/menu'
import { PeriodPicker } from '../period/period-picker'
import { ALL_FIGURES, type Choice, type Report } from '../definition/define-report'
import type { ReportData } from './report.server'
import { hasSets, rangeOfDays } from './report-query'

/** A GET form: what it sends is the report's address. */
export function ReportChoices({ report, data }: { report: Report; data: ReportData }) {
  const { t, format } = useShell()
  const { query, path, points, zone } = data
  const days = query.relative ? null : query.days
  const fixed = query.days && ({ kind: 'fixed', ...rangeOfDays(query.days, zone) } as const)
  if (report.period === null && report.groupBy.length < 2 && report.narrowedBy.length === 0) return null
  return (
    <search className="no-print">
      <form method="get" action={path} className="mb-2 flex flex-wrap items-end gap-2">
        {report.period === null ? null : (
          <PeriodPicker
            period={query.relative ?? fixed}
            range={fixed}
            points={points}
            words={days && [...new Set([days.from, days.to])].map(format.gamingDay).join(' – ')}
          />
        )}
        {report.narrowedBy.map(kind =>
          data.choices[kind]?.length ? (
            <Field key={kind} id={kind} label={t(`${report.texts}:narrow.${kind}`)} className="min-w-36">
              <Select
                id={kind}
                name={kind}
                blank={t(`${report.texts}:all.${kind}`)}
                defaultValue={query.narrow[kind] ?? ''}
                options={data.choices[kind]}
              />
            </Field>
          ) : null,
        )}
        {report.groupBy.length > 1 ? (
          <Field id="by" label={t('engine:report.by')} className="min-w-36">
            <Select
              id="by"
              name="by"
              defaultValue={query.by}
              options={report.groupBy.map(value => ({ value, label: t(`${report.texts}:by.${value}`) }))}
            />
          </Field>
        ) : null}
        {Object.entries(report.choices).map(([name, choice]) => (
          <ChoiceField
            key={name}
            name={name}
            texts={report.texts}
            choice={choice}
            chosen={query.chosen[name] ?? []}
          />
        ))}
        {hasSets(report.figures) ? (
          <Field id="figures" label={t('engine:report.figures')} className="min-w-36">
            <Select
              id="figures"
              name="figures"
              defaultValue={query.figures}
              options={[
                ...Object.keys(report.figures).map(value => ({
                  value,
                  label: t(`${report.texts}:figures.${value}`),
                })),
                { value: ALL_FIGURES, label: t('engine:report.all_figures') },
              ]}
            />
          </Field>
        ) : null}
        {report.outside.length > 0 ? (
          <Field id="show" label={t('engine:report.rows')} className="min-w-36">
            <Select
              id="show"
              name="show"
              defaultValue={query.show}
              options={[
                { value: 'outside', label: t(`${report.texts}:outside.only`) },
                { value: 'all', label: t('engine:report.all_rows') },
              ]}
            />
          </Field>
        ) : null}
        <Button icon="filter">{t('engine:filter.apply')}</Button>
      </form>
    </search>
  )
}

/** One of a few, or several of many: these open into a sheet of check boxes. */
function ChoiceField({
  name,
  texts,
  choice: { values, opens, most, words },
  chosen,
}: {
  name: string
  texts: string
  choice: Choice
  chosen: readonly string[]
}) {
  const { t } = useShell()
  const label = t(`${texts}:choose.${name}`)
  const wordsOf = (value: string) => t(`${texts}:${words}.${value}`)
  if (most === 1)
    return (
      <Field id={name} label={label} className="min-w-36">
        <Select
          id={name}
          name={name}
          {...(opens.length === 0 && { blank: t(`${texts}:without.${name}`) })}
          defaultValue={chosen[0] ?? ''}
          options={values.map(value => ({ value, label: wordsOf(value) }))}
        />
      </Field>
    )
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <Menu label={label} words={chosen.map(wordsOf).join(', ')} plain className="period">
        <fieldset className="columns-2 gap-3">
          <legend>{t('engine:report.at_most', { count: most })}</legend>
          {values.map(value => (
            <Check
              key={value}
              name={name}
              value={value}
              label={wordsOf(value)}
              defaultChecked={chosen.includes(value)}
            />
          ))}
        </fieldset>
      </Menu>
    </div>
  )
}
