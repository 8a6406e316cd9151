/** Tickets that slots printed and slots have not redeemed, by their meters. */
import { z } from 'zod'
import { reportOfAll, reportAnswerOf, type ReportMeasures } from '../../platform/contract/report'

export const ticketGroups = ['location', 'day', 'slot'] as const
export const ticketRequest = reportOfAll(ticketGroups, 'location')
export type TicketRequest = z.output<typeof ticketRequest>

const minor = z.number().int()
const sums = {
  /** Up to the day before the first; null of a slot, since its tickets are redeemed anywhere. */
  opening: minor.nullable(),
  printed: minor,
  redeemed: minor,
  net: minor,
  closing: minor.nullable(),
}
export const ticketAnswer = reportAnswerOf({
  location: z.string().nullable(),
  since: z.string().nullable(),
  ...sums,
})
export type TicketAnswer = z.output<typeof ticketAnswer>

export const ticketMeasures = {
  location: 'name',
  since: 'day',
  opening: 'money',
  printed: 'money',
  redeemed: 'money',
  net: 'money',
  closing: 'money',
} as const satisfies ReportMeasures

export const ticketContract = {
  path: '/api/fiscal-reports/v1/outstanding-tickets/report',
  permission: 'slot::get' as const,
  groups: ticketGroups,
}
