import { smibsContract } from '../../../backend/smibs/smibs.contract'
import { lastMessages } from '../../activity/messages'
import { defineResource } from '../../engine/define-resource'
import { age, choice, dateTime, flag, integer, linkTo, mono, text } from '../../engine/fields'

export const smibs = defineResource('smibs', smibsContract, {
  title: 'mac',
  state: 'state',
  fields: {
    mac: mono(), tenant: linkTo('tenants'), location: linkTo('locations'), slot: linkTo('slots'),
    firmware: mono(), network: text(), poll_ms: integer('ms'), test_mode: flag(), log_mode: flag(),
    state: choice({ online: 'good', stale: 'warn', offline: 'bad', never: 'muted' }),
    last_seen_at: age(), online_since: dateTime(), last_message_seq: integer(),
    archived_at: dateTime(), created_at: dateTime(), updated_at: age(),
  },
  list: {
    columns: ['mac', 'location', 'slot', 'firmware', 'network', 'test_mode', 'log_mode', 'state', 'last_seen_at'],
    summary: ['location', 'slot', 'state'],
    filters: ['tenant', 'location', 'state', 'test_mode', 'log_mode', 'archived'],
    quiet: ['slot'],
    sort: 'mac',
  },
  detail: {
    sections: {
      state: ['state', 'last_seen_at', 'online_since', 'last_message_seq', 'test_mode', 'log_mode'],
      identity: ['mac', 'tenant', 'location', 'slot'],
      board: ['firmware', 'network', 'poll_ms'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    presence: 'smib',
    activity: [lastMessages()],
  },
  form: { sections: { identity: ['mac', 'location', 'slot'], board: ['firmware', 'network', 'poll_ms'] } },
  actions: { toggle_test: { bulk: true }, toggle_log: { bulk: true } },
})
