/** The streams of a slot, a SMIB, a location and a tenant, by the tab of its page that each belongs to. */
import type { PermissionRule } from '../../backend/platform/contract/permissions'
import type { StreamSubject } from '../../backend/platform/contract/stream'
import type { DetailLink } from '../engine/definition/side-panel'

/** Stream, its address, and whose its addresses are without a type. */
type Stream = readonly [name: string, path: string, usual: StreamSubject, rule: PermissionRule]

const linkTo = (type: StreamSubject, [name, path, usual, rule]: Stream): DetailLink => ({
  href: `${path}/:id${type === usual ? '' : `?type=${type}`}`,
  label: `${name}:title`,
  rule,
})

export function streamPages(type: StreamSubject) {
  const links = (...streams: Stream[]) => streams.map(stream => linkTo(type, stream))
  const sums = (name: string): Stream => [name, `/advanced/${name}`, 'tenant', `${type}::get_checkpoint`]
  return {
    events: links(
      ['events', '/events', 'tenant', 'slot::get'],
      ['timelog', '/advanced/timelog', 'tenant', `${type}::get_timelog`],
    ),
    sums: links(sums('checkpoints'), sums('raw-aggregations'), sums('computed-aggregations')),
    counters: links(
      ['counters', '/counters', 'smib', 'slot::get'],
      ['counters-virtual', '/counters/virtual', 'smib', 'slot::get'],
      ['counters-logic', '/counters/logic', 'smib', 'slot::get'],
      ['message-meters', '/message-meters', 'tenant', 'slot::get'],
    ),
    raw: links(
      ['messages', '/messages', 'tenant', 'slot::get'],
      ['gaps', '/gaps', 'tenant', 'slot::get'],
      ['slotdata', '/slotdata', 'smib', 'slot::get'],
      ['logs', '/logs', 'smib', 'smib::list'],
      ['error-logs', '/error-logs', 'smib', 'smib::list'],
    ),
  }
}
