import { configKinds, type Config } from '../../../backend/config/config.contract'
import { settingsOf, type Setting } from '../../../backend/config/setting.contract'
import { useShell } from '../../console/shell-context'
import { ConflictChoice as Choice } from '../../engine/form/conflict-choice'
import { settingName } from './setting-text'
import { typedOf, type TypedSettings } from './typed-settings'

/** Somebody saved first: both own values side by side, and whose goes on. */
export function ConflictChoice({ config, typed }: { config: Config; typed: TypedSettings }) {
  const { t, locale } = useShell()
  const theirs = typedOf(config, locale)
  const settings: readonly Setting[] = settingsOf(configKinds[config.kind].catalogue)
  const different = settings.filter(
    ({ key, kind }) => kind !== 'secret' && key in theirs && (theirs[key] ?? '') !== (typed[key] ?? ''),
  )
  const words = ({ kind }: Setting, text: string) =>
    text === ''
      ? t('config:inherited_value')
      : kind === 'flag'
        ? t(text === '1' ? 'config:yes' : 'config:no')
        : text
  return (
    <Choice
      rivals={different.map(setting => ({
        name: setting.key,
        label: settingName(t, config.kind, setting.key),
        mine: words(setting, typed[setting.key] ?? ''),
        theirs: words(setting, theirs[setting.key] ?? ''),
      }))}
    />
  )
}
