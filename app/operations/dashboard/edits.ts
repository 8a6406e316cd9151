/**
 * Applies the buttons of `/dashboard/edit` to the widgets. Each names its widget by key, so that two open pages
 * cannot move each other's.
 */
import { z } from 'zod'
import {
  MOST_WIDGETS,
  newWidget,
  periods,
  sizes,
  widgetKind,
  widgetRules,
  type Widget,
} from '../../../backend/operations/dashboard/dashboard.contract'
import { id } from '../../../backend/platform/contract/primitives'

const key = z.string().regex(/^[a-z0-9]{1,8}$/)
const oneOf = <const Numbers extends readonly number[]>(numbers: Numbers) =>
  z.coerce
    .number()
    .refine(value => numbers.includes(value))
    .transform(value => value as Numbers[number])

export const edit = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['up', 'down', 'remove']), key }),
  z.object({
    intent: z.literal('save'),
    key,
    size: oneOf(sizes),
    /** A widget without the choice does not send it; the empty one stands for every location. */
    location: z.union([z.literal('').transform(() => null), id]).optional(),
    days: oneOf(periods).optional(),
  }),
  z.object({ intent: z.literal('add'), kind: widgetKind }),
  z.object({ intent: z.literal('reset') }),
])
export type Edit = z.output<typeof edit>

export type Edited =
  | { widgets: Widget[] | null; at: string | null }
  /** Somebody, perhaps this very person in another window, was quicker; or there is no room. */
  | { refused: 'gone' | 'too_many' }

/** `at`: the widget that the page is to show next. */
export function edited(widgets: readonly Widget[], wanted: Edit): Edited {
  if (wanted.intent === 'reset') return { widgets: null, at: null }
  if (wanted.intent === 'add') {
    if (widgets.length >= MOST_WIDGETS) return { refused: 'too_many' }
    const added = newWidget(wanted.kind, freeKey(widgets))
    return { widgets: [...widgets, added], at: added.key }
  }
  const index = widgets.findIndex(one => one.key === wanted.key)
  const own = widgets[index]
  if (!own) return { refused: 'gone' }
  if (wanted.intent === 'remove')
    return { widgets: widgets.filter(one => one !== own), at: widgets[index + 1]?.key ?? null }
  if (wanted.intent === 'save') {
    const { size, location, days } = wanted
    const rule = widgetRules[own.kind]
    return {
      widgets: widgets.with(index, {
        ...own,
        size,
        ...(rule.hasLocation && location !== undefined && { location }),
        ...(rule.hasDays && days !== undefined && { days }),
      }),
      at: own.key,
    }
  }
  const to = wanted.intent === 'up' ? index - 1 : index + 1
  const other = widgets[to]
  // The first cannot go up: its button is disabled, but a page that was open for long may still have it.
  return { widgets: other ? widgets.with(to, own).with(index, other) : [...widgets], at: own.key }
}

function freeKey(widgets: readonly Widget[]): string {
  const taken = new Set(widgets.map(one => one.key))
  for (let nr = 1; ; nr++) if (!taken.has(`w${nr}`)) return `w${nr}`
}
