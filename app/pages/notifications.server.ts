import { listNotifications } from '../api/notifications.server'
import type { PlainAsk } from '../engine/list/plain.server'
import { toldOf, type Told } from './notifications-listing'

const flags = ['seen', 'confirmed']

/** Two of the filters are flags, which are no text on the wire. */
export const askNotifications: PlainAsk<Told> = async (
  { api, locale, t },
  { exactFields, exactValues, ...request },
) => {
  const flag = (value: unknown) => value === '1'
  const values = exactFields.map((name, index) => {
    const value = exactValues[index] ?? null
    return !flags.includes(name) ? value : Array.isArray(value) ? value.map(flag) : flag(value)
  })
  const { rows, as_of, ...answer } = await listNotifications(api, {
    ...request,
    exactFields,
    exactValues: values,
  })
  return { ...answer, rows: rows.flatMap(one => toldOf(one, locale, t) ?? []), as_of: as_of ?? Date.now() }
}
