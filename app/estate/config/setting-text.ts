/** A setting in words: its name, its value with its unit, where it comes from. */
import { isGeneral, type Config } from '../../../backend/platform/layered-settings/config.contract'
import type { Setting, SettingValue } from '../../../backend/platform/layered-settings/setting.contract'
import type { Money } from '../../../backend/platform/contract/primitives'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'

export type Kind = Config['kind']

/** With what this console was started with, by the settings' keys: it counts for what nobody has set. */
export interface ShownConfig extends Config {
  started: Readonly<Record<string, number>>
}

export interface Words {
  t: Translate
  format: Format
  kind: Kind
  currency: Config['currency']
  started?: ShownConfig['started']
}

/** What SMIBs run, what a slot says of itself, what the detector watches: each has words of its own. */
export function settingName(t: Translate, kind: Kind, key: string): string {
  if (isGeneral(kind)) return t(`general-settings:settings.${key}`)
  if (kind === 'fraud') return t(`fraud:settings.${key}`)
  if (kind === 'payments') return t(`payment-settings:settings.${key}`)
  return kind === 'slot' ? t(`config:sas.${key}`) : t(`config:settings.${key}`)
}

export function settingHelp(t: Translate, kind: Kind, key: string): string {
  if (isGeneral(kind)) return t(`general-settings:help.${key}`, { defaultValue: '' })
  if (kind === 'fraud') return t(`fraud:help.${key}`, { defaultValue: '' })
  if (kind === 'payments') return t(`payment-settings:help.${key}`, { defaultValue: '' })
  return kind === 'slot' ? '' : t(`config:help.${key}`, { defaultValue: '' })
}

export function groupName(t: Translate, kind: Kind, group: string): string {
  if (isGeneral(kind)) return t(`general-settings:groups.${group}`)
  if (kind === 'fraud') return t(`fraud:groups.${group}`)
  if (kind === 'payments') return t(`payment-settings:groups.${group}`)
  return kind === 'slot' ? t(`config:sas_groups.${group}`) : t(`config:groups.${group}`)
}

export const optionName = (t: Translate, key: string, option: string): string =>
  t(`config:options.${key.replace('.', '_')}_${option}`, { defaultValue: option })

/** `has`: of a secret, whether there is one. */
export function valueText(
  setting: Setting,
  value: SettingValue | null,
  has: boolean,
  words: Omit<Words, 'kind'>,
): string {
  const { t, format, currency, started } = words
  if (setting.kind === 'secret') return has ? t('config:secret_set') : t('config:not_set')
  if (value === null) {
    const usual = started?.[setting.key]
    return usual === undefined
      ? t('config:not_set')
      : t('general-settings:as_started', { value: valueText(setting, usual, has, words) })
  }
  switch (setting.kind) {
    case 'flag':
      return value === true ? t('config:yes') : t('config:no')
    case 'choice':
      return optionName(t, setting.key, String(value))
    case 'integer':
      return setting.naming
        ? String(value)
        : setting.unit
          ? t(`config:with_unit.${setting.unit}`, {
              value: format.number(Number(value)),
              count: Number(value),
            })
          : format.number(Number(value))
    case 'money':
      return format.money({ minor: Number(value), currency } satisfies Money)
    case 'percent':
      return format.percent(Number(value))
    default:
      return String(value)
  }
}

type Origin = Config['settings'][string]['from']

/** "Inherited from Steaua Carpaților", with the page where that stands. */
export function originText(
  t: Translate,
  { level, of, _id, name }: Origin,
  kind: Kind,
): { text: string; href?: string } {
  if (isGeneral(kind) && _id !== null)
    return {
      text: t('config:from.level', { name: level === 'system' ? t('general-settings:system') : name }),
      href: `/config/general-${level}/${_id}`,
    }
  if (level === 'system') return { text: kind === 'slot' ? t('config:from.nobody') : t('config:from.system') }
  if (level === 'record')
    return {
      text: t(of === 'smib' ? 'config:from.smib_record' : 'config:from.slot_record', { name }),
      href: of === 'smib' ? `/advanced/smibs/${_id}` : `/slots/${_id}`,
    }
  return { text: t('config:from.level', { name }), href: `/config/${level}/${_id}` }
}
