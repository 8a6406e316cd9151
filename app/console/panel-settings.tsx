import { localeNames, locales } from '../i18n/locales'
import { isListedZone, zonesByArea } from '../i18n/time-zones'
import { Button } from '../ui/button'
import { Check, Field, FieldSet, FormActions, Select } from '../ui/field'
import { densities, pageSizes, searchKeys, themes } from './shell-data'
import { useShell } from './shell-context'

/** Language, theme, density, rows per page and time zone, saved by plain forms that come back to this panel. */
export function PanelSettings({ zone }: { zone: string }) {
  const { t, path, locale, theme, density, preferences, timeZone } = useShell()
  return (
    <>
      <form method="post" action="/language" className="form">
        <input type="hidden" name="redirectTo" value={path} />
        <Field id="lng" label={t('console:frame.language')}>
          <Select
            id="lng"
            name="lng"
            defaultValue={locale}
            options={locales.map(one => ({ value: one, label: localeNames[one] }))}
          />
        </Field>
        <FormActions>
          <Button>{t('console:panel.saveLanguage')}</Button>
        </FormActions>
      </form>
      <form method="post" action="/preferences" className="form">
        <input type="hidden" name="redirectTo" value={path} />
        <Choice name="theme" options={themes} chosen={theme} words="themes" />
        <Choice name="density" options={densities} chosen={density} words="densities" />
        <Choice
          name="searchKey"
          options={searchKeys}
          chosen={preferences.searchKey ?? 'auto'}
          words="searchKeys"
        />
        <Field id="rowsPerPage" label={t('console:panel.rows')}>
          <Select
            id="rowsPerPage"
            name="rowsPerPage"
            defaultValue={preferences.rowsPerPage ?? ''}
            blank={t('console:panel.rowsDefault')}
            options={pageSizes.map(size => ({ value: String(size), label: String(size) }))}
          />
        </Field>
        <ZoneField zone={zone} usual={timeZone} />
        <FormActions>
          <Button tone="primary">{t('console:panel.save')}</Button>
        </FormActions>
      </form>
    </>
  )
}

/**
 * All zones there are, by the part of the world: no script is needed to choose one. A chosen one under an older name
 * stays as it is.
 */
function ZoneField({ zone, usual }: { zone: string; usual: string }) {
  const { t } = useShell()
  return (
    <Field id="timeZone" label={t('console:profile.timeZone')} help={t('console:panel.zoneHelp')}>
      <select
        id="timeZone"
        name="timeZone"
        defaultValue={zone}
        className="select"
        aria-describedby="timeZone-help"
      >
        <option value="">
          {zone === '' ? t('console:panel.zoneUsual', { zone: usual }) : t('console:panel.zoneNone')}
        </option>
        {zone !== '' && !isListedZone(zone) && <option>{zone}</option>}
        <option>UTC</option>
        {zonesByArea().map(([area, zones]) => (
          <optgroup key={area} label={area}>
            {zones.map(one => (
              <option key={one}>{one}</option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  )
}

function Choice<Value extends string>({
  name,
  options,
  chosen,
  words,
}: {
  name: string
  options: readonly Value[]
  chosen: Value
  /** Each option's word: `console:<words>.<option>`. */
  words: string
}) {
  const { t } = useShell()
  return (
    <FieldSet id={name} label={t(`console:panel.${name}`)}>
      {options.map(one => (
        <Check
          key={one}
          type="radio"
          name={name}
          value={one}
          defaultChecked={one === chosen}
          label={t(`console:${words}.${one}`)}
        />
      ))}
    </FieldSet>
  )
}
