/** The way from a record to its raw data: the same streams from a slot, a SMIB, a location and a tenant. */
import type { PermissionRule } from '../../backend/platform/contract/permissions'
import type { StreamSubject } from '../../backend/platform/contract/stream'

/** Stream, its address, and whose its addresses are without a type. */
const streams = [
  ['events', '/events', 'tenant', 'slot::get'],
  ['messages', '/messages', 'tenant', 'slot::get'],
  ['gaps', '/gaps', 'tenant', 'slot::get'],
  ['counters', '/counters', 'smib', 'slot::get'],
  ['counters-virtual', '/counters/virtual', 'smib', 'slot::get'],
  ['counters-logic', '/counters/logic', 'smib', 'slot::get'],
  ['message-meters', '/message-meters', 'tenant', 'slot::get'],
  ['slotdata', '/slotdata', 'smib', 'slot::get'],
  ['logs', '/logs', 'smib', 'smib::list'],
  ['error-logs', '/error-logs', 'smib', 'smib::list'],
] as const

export const rawLinks = (type: StreamSubject): { href: string; label: string; rule: PermissionRule }[] => [
  ...streams.map(([name, path, usual, rule]) => ({
    href: `${path}/:id${type === usual ? '' : `?type=${type}`}`,
    label: `${name}:title`,
    rule,
  })),
  {
    href: `/advanced/timelog/:id${type === 'tenant' ? '' : `?type=${type}`}`,
    label: 'timelog:title',
    rule: `${type}::get_timelog`,
  },
  ...(['checkpoints', 'raw-aggregations', 'computed-aggregations'] as const).map(name => ({
    href: `/advanced/${name}/:id${type === 'tenant' ? '' : `?type=${type}`}`,
    label: `${name}:title`,
    rule: `${type}::get_checkpoint` as const,
  })),
]
