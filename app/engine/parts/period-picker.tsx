import { useShell } from '../../console/shell-context'
import { Field } from '../../ui/field'
import { localInstant, PRESETS, type Period, type Range } from '../period'

/** A relative period, or two points in time. Both are plain fields of the filter form; a chosen period wins over the points. */
export function PeriodPicker({ period, range }: { period: Period; range: Range }) {
  const { t, timeZone } = useShell()
  const relative = period.kind === 'relative' ? period.text : ''
  const presets: readonly string[] = PRESETS
  return (
    <>
      <Field id="timeRange" label={t('engine:period.relative')}>
        <select id="timeRange" name="timeRange" defaultValue={relative} className="select">
          <option value="">{t('engine:period.fixed')}</option>
          {relative && !presets.includes(relative) ? <option>{relative}</option> : null}
          {PRESETS.map(preset => <option key={preset} value={preset}>{t(`engine:period.presets.${preset}`)}</option>)}
        </select>
      </Field>
      {(['dateStart', 'dateEnd'] as const).map(name => (
        <Field key={name} id={name} label={t(`engine:period.${name}`)}>
          <input
            id={name} name={name} type="datetime-local" className="input"
            defaultValue={period.kind === 'fixed' ? localInstant(name === 'dateStart' ? range.start : range.end, timeZone) : ''}
          />
        </Field>
      ))}
    </>
  )
}

/** The period in words, as resolved now, and a link that stays with exactly that (ruling 30). */
export function PeriodLine({ range, pinned }: { range: Range; pinned: string | null }) {
  const { t, format } = useShell()
  return (
    <p>
      {t('engine:period.shown', { from: format.dateTime(range.start), to: format.dateTime(range.end), zone: format.timeZone })}
      {pinned ? <> <a className="link no-print" href={pinned}>{t('engine:period.pin')}</a></> : null}
    </p>
  )
}
