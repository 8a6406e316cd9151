import { smibsContract } from '../../../backend/estate/smibs/smibs.contract'
import { presence, smibCondition } from '../slots/condition'
import { defineResource } from '../../engine/definition/define-resource'
import { lastSeen, integer, mono } from '../../engine/fields'
import { streamPages } from '../stream-pages'

const streams = streamPages('smib')

export const smibs = defineResource('smibs', smibsContract, {
  title: 'mac',
  state: 'state',
  fields: {
    mac: mono(),
    serial: mono(),
    firmware: mono(),
    reported_firmware: mono(),
    broker: mono(),
    poll_ms: integer('ms'),
    state: presence(),
    last_seen_at: lastSeen('last_reading_at'),
  },
  computed: { condition: smibCondition() },
  list: {
    columns: ['mac', 'location', 'slot', 'reported_firmware', 'network', 'condition', 'last_seen_at'],
    more: ['firmware', 'firmware_reported_at', 'state', 'test_mode', 'log_mode', 'last_reading_at'],
    summary: ['location', 'condition', 'slot'],
    filters: [
      'tenant',
      'location',
      'assigned',
      'state',
      'test_mode',
      'log_mode',
      'reported_firmware',
      'archived',
    ],
    quiet: ['slot'],
    links: [
      { href: '/advanced/smib/control', label: 'smib-control:choose.title', rule: 'smib::list' },
      { href: '/advanced/firmware-rollouts', label: 'firmware-rollouts:title', rule: 'smib::list_firmware' },
      {
        href: '/advanced/smibs-import',
        label: 'imports:titles.smibs',
        rule: { any: ['smib::create', 'smib::update'] },
      },
    ],
  },
  detail: {
    links: [
      {
        href: '/advanced/smib/control/:id/restart',
        label: 'smib-control:steps.restart.open',
        rule: 'smib::send_cmd',
        main: true,
      },
      { href: '/advanced/smib/control/:id', label: 'smib-control:link', rule: 'smib::list' },
    ],
    pages: {
      events: [
        ...streams.events,
        { href: '/advanced/smib/control/:id/commands', label: 'commands:title', rule: 'smib::list' },
        {
          href: '/advanced/smibs/:id/history',
          label: 'overview:history',
          rule: { all: ['smib::list', 'audit_log::list'] },
        },
      ],
      meters: [...streams.counters, ...streams.sums],
      configuration: [
        { href: '/config/smib/:id', label: 'config:links.config', rule: 'smib::list' },
        { href: '/held/smib/:id', label: 'backdating:link', rule: 'smib::get' },
      ],
      raw: streams.raw,
    },
    sections: {
      state: ['state', 'last_seen_at', 'online_since', 'last_message_seq', 'test_mode', 'log_mode'],
      identity: ['mac', 'serial', 'tenant', 'location', 'slot'],
      board: ['reported_firmware', 'firmware_reported_at', 'firmware', 'network', 'broker', 'poll_ms'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    presence: 'smib',
  },
  form: {
    sections: {
      identity: ['mac', 'serial', 'location', 'slot'],
      board: ['firmware', 'network', 'broker', 'poll_ms'],
    },
  },
  actions: { toggle_test: { bulk: true }, toggle_log: { bulk: true } },
})
