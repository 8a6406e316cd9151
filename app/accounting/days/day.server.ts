/** Loads the pages of a location's day, of a slot's part in it and of an hour of that. */
import {
  hourAnswer,
  locationDayAnswer,
  slotDayAnswer,
  type DayHead,
  type HourAnswer,
  type LocationDay,
  type SlotDayAnswer,
} from '../../../backend/accounting/days/days.contract'
import { formatter } from '../../i18n/format'
import { idOf, isId, notFound } from '../../engine/data/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import {
  formsOf,
  performOrder,
  textOf,
  type Answered,
  type OrderForms,
} from '../../engine/form/orders.server'

type Params = GuardedContext['params']

/** Of the page about it, and of its answers. Throws 404 for what can be no day. */
export function placeAt(params: Params): { page: string; api: string } {
  const { day = '' } = params
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw notFound()
  const id = idOf(params)
  return { page: `/locations/${id}/days/${day}`, api: `/api/aggregate/v1/location/${id}/day/${day}` }
}

function slotAt(params: Params): string {
  if (!isId(params.slot)) throw notFound()
  return params.slot
}

interface Shown<Answer> {
  title: string
  crumbs: Record<string, string>
  answer: Answer
  /** The address of the location's day. */
  page: string
}

const crumbsOf = ({ locale }: GuardedContext, head: DayHead): Record<string, string> => ({
  [head.location._id]: head.location.name,
  [head.day]: formatter(locale, head.time_zone).gamingDay(head.day),
})

export type DayShown = Shown<LocationDay> & OrderForms

export async function loadDay(context: GuardedContext, answered?: Answered): Promise<DayShown> {
  const place = placeAt(context.params)
  const answer = await context.api.call('GET', place.api, { schema: locationDayAnswer })
  const crumbs = crumbsOf(context, answer)
  const title = context.t('days:day.title', { name: answer.location.name, day: crumbs[answer.day] ?? '' })
  return { title, crumbs, answer, page: place.page, ...formsOf(answered) }
}

export function closeDay(context: GuardedContext) {
  const place = placeAt(context.params)
  return performOrder(context, 'close', {
    path: `${place.api}/close`,
    body: { reason: textOf(context.form, 'reason') },
    fields: ['reason'],
    again: answered => loadDay(context, answered),
    done: () => ({ to: place.page, message: context.t('days:day.done') }),
  })
}

export type SlotDayShown = Shown<SlotDayAnswer>

export async function loadSlotDay(context: GuardedContext): Promise<SlotDayShown> {
  const place = placeAt(context.params)
  const answer = await context.api.call('GET', `${place.api}/slot/${slotAt(context.params)}`, {
    schema: slotDayAnswer,
  })
  const crumbs = crumbsOf(context, answer)
  const title = context.t('days:day.title', { name: answer.slot.name, day: crumbs[answer.day] ?? '' })
  return { title, crumbs, answer, page: place.page }
}

/**
 * Of one game of the slot, where the address names one. Throws 404 for what is no game: the whole slot's figures would
 * pass for its own.
 */
export function gameIn({ searchParams }: URL): string {
  const game = searchParams.get('game') ?? ''
  if (game === '') return ''
  if (!/^[1-9]\d{0,4}$/.test(game)) throw notFound()
  return `?game=${game}`
}

export type HourShown = Shown<HourAnswer>

export async function loadHour(context: GuardedContext): Promise<HourShown> {
  const { params, api, t, locale, url } = context
  const place = placeAt(params)
  if (!/^\d{1,14}$/.test(params.hour ?? '')) throw notFound()
  const answer = await api.call(
    'GET',
    `${place.api}/slot/${slotAt(params)}/hour/${params.hour}${gameIn(url)}`,
    {
      schema: hourAnswer,
    },
  )
  const format = formatter(locale, answer.time_zone)
  const { name } = answer.slot
  const title = t('days:hour.title', {
    slot: answer.game_nr === 0 ? name : t('days:hour.game', { name, nr: format.number(answer.game_nr) }),
    span: format.span(answer.hour.from, answer.hour.to),
  })
  return {
    title,
    crumbs: { ...crumbsOf(context, answer), [answer.slot._id]: answer.slot.name },
    answer,
    page: place.page,
  }
}
