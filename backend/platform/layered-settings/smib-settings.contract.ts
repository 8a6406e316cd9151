/** What is sent to a SMIB (domain notes, section 4): groups as real consoles have them, and what Romanian SMIBs add. */
import { MINUTE_MS } from '../contract/durations'
import { OFFLINE_AFTER_MS, STALE_AFTER_MS } from '../contract/presence'
import { ours, reasoned, settingsFor, type Catalogue } from './setting.contract'

const { integer, flag, choice, text, secret } = settingsFor(['tenant', 'location', 'smib'])

export const smibSettings = {
  net: [
    choice('net.mode', 'ethernet', ['ethernet', 'wifi']),
    text('net.ssid', null, { max: 32 }),
    // WPA2: 8 to 63 characters.
    secret('net.password', { min: 8, max: 63 }),
    // 0: the SMIB looks for the best one.
    integer('net.channel', 0, { min: 0, max: 13 }, ['location', 'smib']),
  ],
  broker: [
    text('broker.uri', null, { max: 200 }),
    flag('broker.secure', true),
    text('broker.user', null, { max: 64 }),
    secret('broker.password', { min: 1, max: 128 }),
    choice('broker.qos', '1', ['0', '1', '2']),
    text('broker.topic', 'smib', { max: 120 }),
    integer('broker.idle', 30, { unit: 's', min: 5, max: 600 }),
  ],
  comms: [
    // How the slot's money is counted at all.
    ...reasoned(choice('comms.mode', 'sas', ['sas', 'pulse', 'igt'])),
    // A slot's address is its own: it stands in the slot's record and nowhere else.
    integer('comms.sas_address', 1, { min: 1, max: 127 }, []),
    // A SMIB's own interval stands in its record, where forms, imports and bulk edits write it; where it has none, its
    // place's counts.
    integer('comms.poll_ms', 200, { unit: 'ms', min: 40, max: 5_000 }, ['tenant', 'location']),
    flag('comms.rte', false),
    flag('comms.gpc', true),
  ],
  data: [
    integer('data.heartbeat', 60, { unit: 's', min: 10, max: 3_600 }),
    integer('data.packet', 300, { unit: 's', min: 30, max: 3_600 }),
    // Too short or too long an off-time counts impulses twice or not at all.
    ...reasoned(integer('data.pulse_off', 100, { unit: 'ms', min: 10, max: 2_000 })),
    flag('data.if_electronic_changed', false),
    flag('data.if_mechanical_changed', false),
  ],
  presence: ours(
    integer('presence.stale', STALE_AFTER_MS / MINUTE_MS, { unit: 'min', min: 1, max: 1_440 }),
    integer('presence.offline', OFFLINE_AFTER_MS / MINUTE_MS, { unit: 'min', min: 1, max: 10_080 }),
  ),
  ota: [text('ota.url', null, { max: 200 }), text('app.firmware', null, { max: 30 })],
} as const satisfies Catalogue
