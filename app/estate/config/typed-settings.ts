/** A form's texts and settings' values, both ways. Empty means "nothing of its own". */
import { configKinds, type Config } from '../../../backend/platform/layered-settings/config.contract'
import {
  readValue,
  settingsOf,
  type Setting,
  type SettingValue,
} from '../../../backend/platform/layered-settings/setting.contract'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { decimalMark, decimalText, readDecimal } from '../../engine/fields/decimal'
import { percentText } from '../../engine/fields/percent'
import type { Locale } from '../../i18n/locales'

/** Percents and every currency of the contract. */
const DECIMALS = 2
export const CLEAR = 'clear.'

export type TypedSettings = Record<string, string>
export type SettingProblems = Record<string, FieldProblem[]>

/** Returns the settings of this level, by group; empty groups are left out. */
export function formGroups({ kind }: Pick<Config, 'kind'>): [string, readonly Setting[]][] {
  const { level, catalogue } = configKinds[kind]
  return Object.entries(catalogue)
    .map(([group, settings]): [string, readonly Setting[]] => [
      group,
      (settings as readonly Setting[]).filter(setting => setting.levels.includes(level)),
    ])
    .filter(([, settings]) => settings.length > 0)
}

/** Returns those of them that money depends on. */
export const reasonedAt = (kind: Config['kind']): readonly Setting[] =>
  formGroups({ kind }).flatMap(([, settings]) => settings.filter(setting => setting.reasoned === true))

/** Returns the typed reason; nothing typed is no reason. */
export const reasonFrom = (form: FormData): string =>
  String(form.get('reason') ?? '')
    .trim()
    .slice(0, 1_000)

function typedText({ kind }: Setting, value: SettingValue | null, locale: Locale): string {
  if (value === null || kind === 'secret') return ''
  if (kind === 'flag') return value === true ? '1' : '0'
  if (kind === 'money' || kind === 'percent') return decimalText(Number(value), DECIMALS, decimalMark(locale))
  return String(value)
}

/** Own values as the form shows them. */
export const typedOf = (config: Config, locale: Locale): TypedSettings =>
  Object.fromEntries(
    formGroups(config).flatMap(([, settings]) =>
      settings.map(setting => [
        setting.key,
        typedText(setting, config.settings[setting.key]?.own ?? null, locale),
      ]),
    ),
  )

/** Settings that are never shown again. */
export const secretsIn = (config: Pick<Config, 'kind'>): string[] =>
  formGroups(config).flatMap(([, settings]) =>
    settings.filter(({ kind }) => kind === 'secret').map(({ key }) => key),
  )

/** Every setting of the form, null where it is left empty; a secret only when one was typed or is to go. */
export function wireValues(
  config: Config,
  typed: TypedSettings,
  form: FormData,
  locale: Locale,
): { values: Record<string, SettingValue | null>; problems: SettingProblems } {
  const values: Record<string, SettingValue | null> = {}
  const problems: SettingProblems = {}
  for (const setting of settingsOf(configKinds[config.kind].catalogue) as readonly Setting[]) {
    const { key, kind } = setting
    const text = typed[key]
    if (text === undefined) continue
    const cleared = form.get(CLEAR + key) === '1'
    if (kind === 'secret' ? cleared : text.trim() === '') values[key] = null
    else if (kind !== 'secret' || text !== '') {
      const read = readValue(setting, parsed(setting, text))
      if (read.problems) problems[key] = read.problems.map(problem => inWords(setting, problem, locale))
      else values[key] = read.value
    }
  }
  return { values, problems }
}

/** A value that cannot be parsed is passed on unchanged, so that the setting refuses it. */
function parsed({ kind }: Setting, text: string): unknown {
  if (kind === 'flag') return text === '1'
  if (kind === 'integer') {
    const digits = text.replace(/[\s\u00a0\u202f]/g, '').replace('−', '-')
    return /^-?\d{1,15}$/.test(digits) ? Number(digits) : text
  }
  if (kind === 'money' || kind === 'percent') return readDecimal(text, DECIMALS) ?? text
  return text
}

/** Limits are shown in the unit that people type. */
function inWords({ kind }: Setting, { code, params }: FieldProblem, locale: Locale): FieldProblem {
  if (!params || (kind !== 'money' && kind !== 'percent')) return params ? { code, params } : { code }
  return {
    code,
    params: Object.fromEntries(
      Object.entries(params).map(([name, limit]) => [
        name,
        typeof limit !== 'number'
          ? limit
          : kind === 'percent'
            ? percentText(limit, locale)
            : decimalText(limit, DECIMALS, decimalMark(locale)),
      ]),
    ),
  }
}

/** The backend names settings `values.<key>`, and limits in the stored unit. */
export const bySetting = (
  { kind }: Pick<Config, 'kind'>,
  fields: SettingProblems,
  locale: Locale,
): SettingProblems => {
  const settings = new Map(
    (settingsOf(configKinds[kind].catalogue) as readonly Setting[]).map(setting => [setting.key, setting]),
  )
  return Object.fromEntries(
    Object.entries(fields).map(([name, found]) => {
      const key = name.replace(/^values\./, '')
      const setting = settings.get(key)
      return [key, setting ? found.map(problem => inWords(setting, problem, locale)) : found]
    }),
  )
}
