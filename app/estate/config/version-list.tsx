import {
  configKinds,
  isFlat,
  type Config,
  type ConfigVersions,
  type SettingChange,
} from '../../../backend/platform/layered-settings/config.contract'
import { settingsOf, type Setting } from '../../../backend/platform/layered-settings/setting.contract'
import { useShell } from '../../console/shell-context'
import { Diff } from '../../ui/diff'
import { Section } from '../../ui/page'
import { Time } from '../../ui/time'
import { settingName, valueText } from './setting-text'

/** Lists the versions with author and time, newest first; any of them can be restored. */
export function VersionList({
  config,
  versions,
  here,
  editable,
}: {
  config: Config
  versions: ConfigVersions
  here: string
  editable: boolean
}) {
  const { t, format, now } = useShell()
  return (
    <Section title={t('config:history.title')}>
      {versions.versions.length === 0 ? <p>{t('config:history.none')}</p> : null}
      <ol>
        {versions.versions.map(one => (
          <li key={one.version} className="mb-3">
            <p>
              <strong>{t('config:history.version', { version: one.version })}</strong>
              {' · '}
              {one.changed_by}
              {' · '}
              <Time
                at={one.changed_at}
                text={format.age(one.changed_at, now)}
                exact={format.exact(one.changed_at)}
              />
              {one.restored_from !== null
                ? ` · ${one.restored_from === 0 ? t('config:history.taken_back') : t('config:history.restored', { version: one.restored_from })}`
                : null}
              {one.source === 'smib' ? ` · ${t('config:history.from_board')}` : null}
              {editable && one.version !== config.version ? (
                <>
                  {' · '}
                  <a
                    className="link no-print"
                    href={`${here}/restore/${one.version}`}
                    aria-label={t('config:restore.named', { version: one.version })}
                  >
                    {t('config:restore.link')}
                  </a>
                </>
              ) : null}
            </p>
            {one.reason ? (
              <p>
                {t('engine:form.reason')}: {one.reason}
              </p>
            ) : null}
            <Changes
              config={config}
              changes={one.changes}
              caption={t('config:history.version', { version: one.version })}
            />
          </li>
        ))}
      </ol>
      {versions.total > versions.versions.length ? (
        <p>{t('config:history.older', { count: versions.total - versions.versions.length })}</p>
      ) : null}
    </Section>
  )
}

export function Changes({
  config,
  changes,
  caption,
}: {
  config: Config
  changes: readonly SettingChange[]
  caption: string
}) {
  const { t, format } = useShell()
  if (changes.length === 0) return null
  const known = new Map<string, Setting>(
    settingsOf(configKinds[config.kind].catalogue).map(setting => [setting.key, setting]),
  )
  const side = ({ key, secret, ...change }: SettingChange, which: 'before' | 'after') => {
    const setting = known.get(key)
    if (change[which] === null)
      return t(
        isFlat(config.kind)
          ? 'config:default_value'
          : config.kind === 'slot'
            ? 'config:not_set'
            : 'config:inherited_value',
      )
    if (secret)
      return t(which === 'after' && change.before !== null ? 'config:secret_changed' : 'config:secret_set')
    return setting
      ? valueText(setting, change[which], true, { t, format, currency: config.currency })
      : String(change[which])
  }
  return (
    <Diff
      caption={caption}
      words={{ field: t('config:columns.setting'), before: t('config:before'), after: t('config:after') }}
      changes={changes.map(change => ({
        key: change.key,
        label: settingName(t, config.kind, change.key),
        before: side(change, 'before'),
        after: side(change, 'after'),
      }))}
    />
  )
}
