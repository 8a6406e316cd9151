/**
 * Inheritance: the nearest level that has a value of its own wins, and the system's default stands behind all of them.
 * Pure.
 */
import { defaultOf, settingsOf, type Catalogue, type Setting, type SettingValue } from './setting.contract'

/** `record`: what stands in the entity's own record (a slot's SAS address) and is changed there. */
export type LayerLevel = 'system' | 'tenant' | 'location' | 'smib' | 'slot' | 'record'

export interface Layer {
  level: LayerLevel
  /** Whose record, where it is one. */
  of?: 'slot' | 'smib'
  id: string | null
  name: string
  values: Readonly<Record<string, SettingValue>>
}

export interface Resolved {
  value: SettingValue | null
  from: Layer | null
}

/** `layers`: nearest first. */
export function resolve(setting: Setting, layers: readonly Layer[], currency: string): Resolved {
  const from = layers.find(layer => Object.hasOwn(layer.values, setting.key))
  if (from) return { value: from.values[setting.key] ?? null, from }
  return { value: defaultOf(setting, currency), from: null }
}

export const resolveAll = (
  catalogue: Catalogue,
  layers: readonly Layer[],
  currency: string,
): Map<Setting, Resolved> =>
  new Map(settingsOf(catalogue).map(setting => [setting, resolve(setting, layers, currency)]))
