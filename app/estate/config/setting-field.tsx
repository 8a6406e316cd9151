import type { Config } from '../../../backend/platform/layered-settings/config.contract'
import type { Setting } from '../../../backend/platform/layered-settings/setting.contract'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { useShell } from '../../console/shell-context'
import { problemText } from '../../engine/render/labels'
import { Check, describe, Field, Input, Select } from '../../ui/field'
import { optionName, originText, settingHelp, settingName, valueText, type ShownConfig } from './setting-text'
import { CLEAR } from './typed-settings'

interface SettingFieldProps {
  setting: Setting
  config: ShownConfig
  typed: string
  problems: readonly FieldProblem[]
}

export const controlId = (key: string): string => `set-${key.replace('.', '-')}`

/** Label above, control, what empty would mean, the error: empty is always "as inherited". */
export function SettingField({ setting, config, typed, problems }: SettingFieldProps) {
  const { t, format } = useShell()
  const { key, kind } = setting
  const known = config.settings[key]
  const inherited = known?.inherited ?? {
    value: null,
    has: false,
    from: { level: 'system' as const, of: null, _id: null, name: '' },
  }
  const without = valueText(setting, inherited.value, inherited.has, { t, format, ...config })
  const origin = originText(t, inherited.from, config.kind).text
  const empty = t('config:empty_means', { value: without, origin })
  const isSelect = kind === 'flag' || kind === 'choice'
  const help = [
    settingHelp(t, config.kind, key),
    kind === 'secret'
      ? t(known?.is_own ? 'config:secret_kept' : 'config:secret_typed')
      : isSelect
        ? t('config:inherit', { value: without, origin })
        : empty,
  ]
    .filter(Boolean)
    .join(' ')
  const error = problems.map(problem => problemText(t, problem)).join(' ') || undefined
  const control = { ...describe({ id: controlId(key), help: help || undefined, error }), name: key }
  return (
    <Field
      id={controlId(key)}
      label={settingName(t, config.kind, key)}
      note={unitOf(setting, config, t)}
      help={help || undefined}
      error={error}
    >
      {isSelect ? (
        <Select
          {...control}
          defaultValue={typed}
          blank={t('config:inherit_value', { value: without })}
          options={(kind === 'flag' ? ['1', '0'] : (setting.options ?? [])).map(value => ({
            value,
            label:
              kind === 'flag' ? t(value === '1' ? 'config:yes' : 'config:no') : optionName(t, key, value),
          }))}
        />
      ) : kind === 'secret' ? (
        <Input {...control} type="password" autoComplete="new-password" maxLength={setting.max} />
      ) : (
        <Input
          {...control}
          type="text"
          defaultValue={typed}
          autoComplete="off"
          spellCheck={false}
          inputMode={kind === 'integer' ? 'numeric' : kind === 'text' ? undefined : 'decimal'}
          maxLength={kind === 'text' ? setting.max : 20}
        />
      )}
      {kind === 'secret' && known?.is_own ? (
        <Check name={CLEAR + key} value="1" label={t('config:take_back')} />
      ) : null}
    </Field>
  )
}

function unitOf(
  { kind, unit }: Setting,
  { currency }: Config,
  t: ReturnType<typeof useShell>['t'],
): string | undefined {
  if (kind === 'money') return `(${currency})`
  if (kind === 'percent') return '(%)'
  return unit && unit !== 'times' ? `(${t(`config:units.${unit}`)})` : undefined
}
