/** Two locations' effective settings side by side; a GET form, so the address is the comparison. */
import {
  configKinds,
  difference,
  type Config,
  type Difference,
} from '../../../backend/platform/layered-settings/config.contract'
import type { Setting } from '../../../backend/platform/layered-settings/setting.contract'
import { locationsContract } from '../../../backend/estate/locations/locations.contract'
import { OnPhone } from '../../ui/on-phone'
import { useShell, useLoaded } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { unusedOf } from '../../engine/address/notice'
import { firstByName } from '../../engine/data/first-by-name.server'
import { isId } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { Button } from '../../ui/button'
import { Check, Field, Select } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { groupName, originText, settingName, valueText } from './setting-text'

/** More than any operator has locations; the two that are compared are always among the choices. */
const MOST_LOCATIONS = 1_000

export const loader = guarded('location::list', async ({ api, url, t }) => {
  const [left, right] = ['left', 'right'].map(name => url.searchParams.get(name) ?? '')
  const { rows } = await firstByName(api, locationsContract, MOST_LOCATIONS)
  const found =
    isId(left) && isId(right)
      ? await api.call('GET', '/api/configuration/v1/location-config-difference', {
          query: { left, right },
          schema: difference,
        })
      : null
  const several = new Set(rows.map(row => row.tenant._id)).size > 1
  const options = rows.map(row => ({
    value: row._id,
    label: several ? `${row.name} · ${row.tenant.name}` : row.name,
  }))
  for (const side of found ? [found.left, found.right] : [])
    if (!options.some(option => option.value === side.location._id))
      options.push({ value: side.location._id, label: side.location.name })
  return {
    title: t('config:compare.title'),
    options,
    left: left ?? '',
    right: right ?? '',
    all: url.searchParams.get('all') === '1',
    found,
    notices: unusedOf(url.searchParams, { left: isId, right: isId, all: text => text === '1' }),
  }
})

export default function ComparePage() {
  const { title, options, left, right, all, found, notices } = useLoaded<typeof loader>()
  const { t } = useShell()
  const count = found?.rows.filter(row => !row.same).length ?? 0
  return (
    <>
      <PageHeader
        title={title}
        status={
          found ? (
            <Status mark={count === 0 ? 'good' : 'warn'}>
              {count === 0 ? t('config:compare.same') : t('config:compare.differences', { count })}
            </Status>
          ) : undefined
        }
      />
      <Notices notices={notices} />
      <form method="get" action="/config/compare" className="form no-print" role="search" aria-label={title}>
        {(
          [
            ['left', left],
            ['right', right],
          ] as const
        ).map(([name, chosen]) => (
          <Field key={name} id={`compare-${name}`} label={t(`config:compare.${name}`)}>
            <Select
              id={`compare-${name}`}
              name={name}
              defaultValue={chosen}
              required
              blank={t('config:compare.choose')}
              options={options}
            />
          </Field>
        ))}
        <Check name="all" value="1" defaultChecked={all} label={t('config:compare.all')} />
        <div className="form-actions">
          <Button tone="primary">{t('config:compare.button')}</Button>
        </div>
      </form>
      {found ? (
        <div className="same-columns">
          <Groups found={found} all={all} />
        </div>
      ) : (
        <p className="prose-width">{t('config:compare.about')}</p>
      )}
    </>
  )
}

function Groups({ found, all }: { found: Difference; all: boolean }) {
  const { t, format } = useShell()
  const words = { t, format, currency: 'RON' as const }
  const side = (setting: Setting, known: Config['settings'][string], { location }: Difference['left']) => (
    <>
      <OnPhone>{`${location.name}:`}</OnPhone>
      {valueText(setting, known.value, known.has, words)}{' '}
      <span className="field-help">
        · {known.is_own ? t('config:from.here') : originText(t, known.from, 'location').text}
      </span>
    </>
  )
  const name = ({ location }: Difference['left']) => (
    <a className="link" href={`/config/location/${location._id}`}>
      {location.name}
    </a>
  )
  const columns = [
    { key: 'setting', label: t('config:columns.setting') },
    { key: 'left', label: name(found.left), rank: 2 as const },
    { key: 'right', label: name(found.right), rank: 3 as const },
    { key: 'same', label: t('config:ask.compared') },
  ]
  return Object.entries(configKinds.location.catalogue).map(([group, settings]) => {
    const rows = (settings as readonly Setting[]).flatMap(setting => {
      const row = found.rows.find(one => one.key === setting.key)
      if (!row || setting.levels.length === 0 || (row.same && !all)) return []
      return [
        {
          key: setting.key,
          cells: [
            settingName(t, 'location', setting.key),
            side(setting, row.left, found.left),
            side(setting, row.right, found.right),
            <Status key="same" mark={row.same ? 'good' : 'warn'}>
              {t(row.same ? 'config:ask.same' : 'config:ask.differs')}
            </Status>,
          ],
        },
      ]
    })
    return rows.length === 0 ? null : (
      <Section key={group} title={groupName(t, 'location', group)}>
        <DataTable caption={groupName(t, 'location', group)} columns={columns} rows={rows} />
      </Section>
    )
  })
}
