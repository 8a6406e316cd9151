/** The pages of a slot apart from the slot itself, by tab. */
import type { RecordPages } from '../../engine/definition/side-panel'
import { streamPages } from '../stream-pages'

const streams = streamPages('slot')

export const slotPages: RecordPages = {
  timeline: [
    { href: '/slots/:id?tab=timeline', label: 'overview:timeline', rule: 'slot::list' },
    ...streams.events,
    { href: '/slot/control/:id/commands', label: 'commands:title', rule: 'slot::get' },
    {
      href: '/slots/:id/history',
      label: 'overview:history',
      rule: { all: ['slot::list', 'audit_log::list'] },
    },
  ],
  days: [
    {
      href: '/slots/:id/days',
      label: 'console:crumbs.days',
      rule: { all: ['slot::list', 'slot::get'] },
    },
    { href: '/repairs?slot=:id', label: 'repairs:title', rule: 'slot::get' },
    { href: '/manual-readings?slot=:id', label: 'manual-readings:title', rule: 'slot::get' },
    ...streams.sums,
  ],
  meters: [
    { href: '/slots/:id/meters', label: 'config:links.meters', rule: 'slot::list' },
    ...streams.counters,
  ],
  configuration: [
    { href: '/config/slot/:id', label: 'config:links.sas', rule: 'slot::list' },
    { href: '/held/slot/:id', label: 'backdating:link', rule: 'slot::get' },
  ],
  raw: [...streams.raw, { href: '/message-edits?slot=:id', label: 'message-edits:title', rule: 'slot::get' }],
}
