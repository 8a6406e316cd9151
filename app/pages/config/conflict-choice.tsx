import { configKinds, type Config } from '../../../backend/config/config.contract'
import { settingsOf, type Setting } from '../../../backend/config/setting.contract'
import { useShell } from '../../console/shell-context'
import { Check } from '../../ui/field'
import { settingName } from './setting-text'
import { typedOf, type TypedSettings } from './typed-settings'

/** Somebody saved first: both own values side by side, and whose goes on. */
export function ConflictChoice({ config, typed }: { config: Config; typed: TypedSettings }) {
  const { t, locale } = useShell()
  const theirs = typedOf(config, locale)
  const settings: readonly Setting[] = settingsOf(configKinds[config.kind].catalogue)
  const different = settings.filter(({ key, kind }) => kind !== 'secret' && key in theirs && (theirs[key] ?? '') !== (typed[key] ?? ''))
  if (different.length === 0) return <p>{t('engine:conflict.same')}</p>
  const words = ({ kind }: Setting, text: string) => (text === '' ? t('config:inherited_value') : kind === 'flag' ? t(text === '1' ? 'config:yes' : 'config:no') : text)
  return (
    <table className="diff">
      <caption className="sr-only">{t('engine:conflict.title')}</caption>
      <thead><tr><th scope="col">{t('engine:conflict.field')}</th><th scope="col">{t('engine:conflict.mine')}</th><th scope="col">{t('engine:conflict.theirs')}</th></tr></thead>
      <tbody>
        {different.map(setting => (
          <tr key={setting.key}>
            <th scope="row">{settingName(t, config.kind, setting.key)}</th>
            <td data-label={t('engine:conflict.mine')}><Check type="radio" name={`keep.${setting.key}`} value="mine" defaultChecked label={words(setting, typed[setting.key] ?? '')} /></td>
            <td data-label={t('engine:conflict.theirs')}><Check type="radio" name={`keep.${setting.key}`} value="theirs" label={words(setting, theirs[setting.key] ?? '')} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
