import { useShell, type Shell } from '../../console/shell-context'
import type { PeriodPoints } from '../../../backend/platform/contract/period-points'
import { formatter } from '../../i18n/format'
import { Button } from '../../ui/button'
import { Check, Field } from '../../ui/field'
import { Menu } from '../../ui/menu'
import { localInstant, PRESETS, wholeDaysOf, writeInstant, type Period, type Range } from './period'
import { PERIOD_KINDS, type PeriodKind } from './period-choice'

interface PeriodPickerProps {
  /** Null: all of time. */
  period: Period | null
  range: Range | null
  /**
   * Of the one slot, SMIB or location that the page is about: without it there are neither resets nor checkpoints to
   * choose.
   */
  points?: PeriodPoints | null
  /**
   * Where a period means something of its own: what the field is called, what it says without a period, and how one
   * comes to resets and checkpoints.
   */
  label?: string
  none?: string
  withoutPoints?: string
  /** What the closed picker says of a period that is no two points in time: a report's days. */
  words?: string | null
}

/** A field of a form, which opens into a sheet. */
export function PeriodPicker(props: PeriodPickerProps) {
  const shell = useShell()
  const { t } = shell
  const { period, label, none, words } = props
  return (
    <div className="field">
      <span className="field-label">{label ?? t('engine:period.label')}</span>
      <Menu
        label={words ?? periodWords(shell, period) ?? none ?? t('engine:period.all')}
        plain
        className="period"
      >
        <PeriodFields {...props} />
      </Menu>
    </div>
  )
}

/**
 * Four ways to say a period. All of their fields are sent; which way is meant is one of them, and `chosenPeriod` makes
 * the address of it.
 */
export function PeriodFields({ period, range, points, none, withoutPoints }: PeriodPickerProps) {
  const { t } = useShell()
  // Of a location in a list there are gaming days and no resets: "none in 62 days" would be said of slots that nobody
  // has looked at.
  const isOffered = (kind: PeriodKind) =>
    kind === 'relative' ||
    kind === 'fixed' ||
    (points && (kind === 'checkpoint' || !withoutPoints || points.resets.length > 0))
  const kinds = PERIOD_KINDS.filter(isOffered)
  const kind: PeriodKind = period?.kind ?? 'relative'
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="sr-only">{t('engine:period.kind')}</legend>
        {kinds.map(one => (
          <Check
            key={one}
            type="radio"
            name="period"
            value={one}
            defaultChecked={one === kind}
            label={t(`engine:period.kinds.${one}`)}
          />
        ))}
      </fieldset>
      <div className="period-relative">
        <Relative period={period} none={none} />
      </div>
      <div className="period-fixed">
        <Points period={period} range={range} />
      </div>
      {points && isOffered('reset') ? (
        <div className="period-reset">
          <Resets resets={points.resets} zone={points.time_zone} />
        </div>
      ) : null}
      {points ? (
        <div className="period-checkpoint">
          <Checkpoints checkpoints={points.checkpoints} />
        </div>
      ) : null}
      <Zone period={period} place={points?.time_zone} />
      {withoutPoints && !points ? <p className="field-help mt-2">{withoutPoints}</p> : null}
      {/* The open sheet lies over the form's own button. */}
      <Button className="mt-3">{t('engine:period.show')}</Button>
    </>
  )
}

/** What the closed picker says: the preset's name, the expression, or the two points. */
export function periodWords(
  { t, format }: Pick<Shell, 't' | 'format'>,
  period: Period | null,
): string | undefined {
  if (!period) return undefined
  if (period.kind === 'fixed') return `${format.dateTime(period.start)} – ${format.dateTime(period.end)}`
  if (presets.includes(period.text)) return t(`engine:period.presets.${period.text}`)
  const [, count, unit] = /^now-(\d{1,4})([mhdwMy])$/.exec(period.text) ?? []
  return unit ? t(`engine:period.last.${unit}`, { count: Number(count) }) : period.text
}

const presets: readonly string[] = PRESETS

function Relative({ period, none }: Pick<PeriodPickerProps, 'period' | 'none'>) {
  const { t } = useShell()
  const text = period?.kind === 'relative' ? period.text : ''
  return (
    <>
      <Field id="timeRange" label={t('engine:period.relative')}>
        <select
          id="timeRange"
          name="timeRange"
          defaultValue={presets.includes(text) ? text : ''}
          className="select"
        >
          <option value="">{none ?? t('engine:period.all')}</option>
          {PRESETS.map(preset => (
            <option key={preset} value={preset}>
              {t(`engine:period.presets.${preset}`)}
            </option>
          ))}
        </select>
      </Field>
      <Field id="timeText" label={t('engine:period.text')} help={t('engine:period.text_help')}>
        <input
          id="timeText"
          name="timeText"
          type="text"
          defaultValue={presets.includes(text) ? '' : text}
          maxLength={30}
          className="input"
          placeholder="now-6h"
          autoComplete="off"
          aria-describedby="timeText-help"
        />
      </Field>
    </>
  )
}

function Points({ period, range }: Pick<PeriodPickerProps, 'period' | 'range'>) {
  const { t, timeZone } = useShell()
  return (['dateStart', 'dateEnd'] as const).map(name => (
    <Field key={name} id={name} label={t(`engine:period.${name}`)}>
      <input
        id={name}
        name={name}
        type="datetime-local"
        className="input"
        defaultValue={
          period?.kind === 'fixed' && range
            ? localInstant(name === 'dateStart' ? range.start : range.end, timeZone)
            : ''
        }
      />
    </Field>
  ))
}

/** From one reset to the next, or up to now: a period in which the meters were not set back. */
function Resets({ resets, zone }: { resets: PeriodPoints['resets']; zone: string }) {
  const { t, now, locale } = useShell()
  if (resets.length === 0) return <p>{t('engine:period.no_resets')}</p>
  const format = formatter(locale, zone)
  return (
    <Field id="reset" label={t('engine:period.reset')} help={t('engine:period.reset_help')}>
      <select id="reset" name="reset" defaultValue="" className="select">
        <option value="">{t('engine:form.choose')}</option>
        {resets.map(({ at, kind }, index) => (
          <option
            key={at}
            value={`${writeInstant(at)}/${writeInstant(resets[index - 1]?.at ?? now)}`}
          >{`${format.dateTime(at)} · ${t(`engine:period.resets.${kind}`)}`}</option>
        ))}
      </select>
    </Field>
  )
}

function Checkpoints({ checkpoints }: { checkpoints: PeriodPoints['checkpoints'] }) {
  const { t, format } = useShell()
  return (['from', 'to'] as const).map(name => (
    <Field key={name} id={`checkpoint-${name}`} label={t(`engine:period.checkpoint_${name}`)}>
      <select id={`checkpoint-${name}`} name={name} defaultValue="" className="select">
        <option value="">{t('engine:form.choose')}</option>
        {checkpoints.map(({ day, start, end }) => (
          <option key={day} value={`${writeInstant(start)}/${writeInstant(end)}`}>
            {format.day(day)}
          </option>
        ))}
      </select>
    </Field>
  ))
}

/** Whose days and hours are meant: the viewer's, the hall's, or UTC. */
function Zone({ period, place }: { period: Period | null; place: string | undefined }) {
  const { t, timeZone } = useShell()
  const chosen = period?.kind === 'relative' ? period.zone : undefined
  const zones = [...new Set([timeZone, place, chosen, 'UTC'].filter(zone => zone !== undefined))]
  return (
    <div className="period-zone">
      <Field id="timeZone" label={t('engine:period.zone')}>
        <select id="timeZone" name="timeZone" defaultValue={chosen ?? timeZone} className="select">
          {zones.map(zone => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </Field>
    </div>
  )
}

/** The period in words, as resolved now, and a link that stays with exactly that (ruling 30). */
export function PeriodLine({
  period,
  range,
  pinned,
  shown = 'engine:period.shown',
  writesDays,
}: {
  period: Period
  range: Range
  pinned: string | null
  shown?: string
  /** Whole days are written as the first and the last one: a list of days has none that begins at the end. */
  writesDays?: boolean
}) {
  const { t, format: viewers, locale } = useShell()
  const format = period.kind === 'relative' && period.zone ? formatter(locale, period.zone) : viewers
  const days = writesDays ? wholeDaysOf(range, format.timeZone) : null
  return (
    <p className="mb-2">
      {t(shown, {
        from: days ? format.gamingDay(days.from) : format.dateTime(range.start),
        to: days ? format.gamingDay(days.to) : format.dateTime(range.end),
        zone: format.timeZone,
      })}
      {pinned ? (
        <>
          {' '}
          <a className="link no-print" href={pinned}>
            {t('engine:period.pin')}
          </a>
        </>
      ) : null}
    </p>
  )
}
