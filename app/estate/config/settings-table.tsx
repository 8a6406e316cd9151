import { configKinds, isFlat, type Config } from '../../../backend/platform/layered-settings/config.contract'
import type { Setting } from '../../../backend/platform/layered-settings/setting.contract'
import { useShell, type Shell } from '../../console/shell-context'
import { Button } from '../../ui/button'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { groupName, originText, settingName, valueText, type ShownConfig } from './setting-text'

/** Every setting: what counts, and from which level; an own value can be taken back at once. */
export function SettingsTables({
  config,
  here,
  editable,
}: {
  config: ShownConfig
  here: string
  editable: boolean
}) {
  const shell = useShell()
  const { t } = shell
  const columns = [
    { key: 'setting', label: t('config:columns.setting') },
    { key: 'value', label: t('config:columns.value'), rank: 2 as const },
    { key: 'from', label: t('config:columns.from'), rank: 3 as const },
  ]
  const groups = Object.entries(configKinds[config.kind].catalogue).map(([group, settings]) => (
    <Section key={group} title={groupName(t, config.kind, group)}>
      <DataTable
        caption={groupName(t, config.kind, group)}
        columns={columns}
        rows={settings.map((setting: Setting) => ({
          key: setting.key,
          cells: cellsOf(setting, config, shell, here, editable),
        }))}
      />
    </Section>
  ))
  return <div className="same-columns">{groups}</div>
}

function cellsOf(
  setting: Setting,
  config: ShownConfig,
  { t, format }: Shell,
  here: string,
  editable: boolean,
) {
  const known = config.settings[setting.key]
  const name = settingName(t, config.kind, setting.key)
  if (!known) return [name, t('config:not_set'), '']
  // A whole location has no one address: each slot has its own.
  if (setting.levels.length === 0 && known.from.level === 'system')
    return [name, '–', t('config:from.each_record')]
  const text = valueText(setting, known.value, known.has, { t, format, ...config })
  return [
    name,
    known.is_own ? <strong key="value">{text}</strong> : text,
    known.is_own ? (
      <div key="own" className="flex flex-wrap items-center gap-2">
        {t('config:from.here')}
        {editable && setting.reasoned ? (
          <a
            className="link no-print"
            href={`${here}/edit?take_back=${setting.key}#reason`}
            aria-label={t(isFlat(config.kind) ? 'fraud:clear_named' : 'config:take_back_named', { name })}
          >
            {t(isFlat(config.kind) ? 'fraud:clear' : 'config:take_back')}
          </a>
        ) : editable ? (
          <form method="post" action={here} className="contents">
            <input type="hidden" name="version" value={config.version} />
            <Button
              tone="quiet"
              size="sm"
              className="link"
              name="take_back"
              value={setting.key}
              aria-label={t(isFlat(config.kind) ? 'fraud:clear_named' : 'config:take_back_named', {
                name,
              })}
            >
              {t(isFlat(config.kind) ? 'fraud:clear' : 'config:take_back')}
            </Button>
          </form>
        ) : null}
      </div>
    ) : (
      <Origin key="from" origin={known.from} kind={config.kind} />
    ),
  ]
}

function Origin({ origin, kind }: { origin: Config['settings'][string]['from']; kind: Config['kind'] }) {
  const { t } = useShell()
  const { text, href } = originText(t, origin, kind)
  return href ? (
    <a className="link" href={href}>
      {text}
    </a>
  ) : (
    <>{text}</>
  )
}
