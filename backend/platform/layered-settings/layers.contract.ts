/**
 * Inheritance: the nearest level that has a value of its own wins, and the system's default stands behind all of them.
 * Pure.
 */
import {
  defaultOf,
  isBelow,
  settingsOf,
  type Catalogue,
  type Setting,
  type SettingValue,
} from './setting.contract'

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
  const standard = { value: defaultOf(setting, currency), from: null }
  const set = layers
    .filter(layer => Object.hasOwn(layer.values, setting.key))
    .map(layer => ({ value: layer.values[setting.key] ?? null, from: layer }))
  if (!setting.floor) return set[0] ?? standard
  // What stands nearer counts unless it asks for less: a level further out may have been raised since.
  return [...set, standard].reduce((nearest, outer) =>
    isBelow(nearest.value, outer.value) ? outer : nearest,
  )
}

export const resolveAll = (
  catalogue: Catalogue,
  layers: readonly Layer[],
  currency: string,
): Map<Setting, Resolved> =>
  new Map(settingsOf(catalogue).map(setting => [setting, resolve(setting, layers, currency)]))

/** Which of these settings would ask for less than what is set further out (`outer`: without own values). */
export const belowFloor = (
  catalogue: Catalogue,
  keys: readonly string[],
  own: Readonly<Record<string, SettingValue>>,
  outer: readonly Layer[],
): string[] =>
  settingsOf(catalogue)
    .filter(({ key, floor }) => floor && keys.includes(key) && key in own)
    .filter(setting => isBelow(own[setting.key] ?? null, resolve(setting, outer, '').value))
    .map(({ key }) => key)
