import type { z } from 'zod'
import { firmwareRolloutsContract } from '../../../backend/estate/firmware/firmware-rollouts.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, integer, linkTo, longText } from '../../engine/fields'
import type { Translate } from '../../i18n/locales'

type Rollout = z.output<(typeof firmwareRolloutsContract)['row']>

/** "2.4.3: 12, unknown: 3" */
const versionsIn = ({ versions }: Rollout, t: Translate): string =>
  versions.map(({ firmware, smibs }) => `${firmware ?? t('firmware-rollouts:unknown')}: ${smibs}`).join(', ')
const hoursIn = ({ hour_from: from, hour_to: to }: Rollout, t: Translate): string =>
  from === to ? t('firmware-rollouts:all_day') : t('firmware-rollouts:from_to', { from, to })

export const firmwareRollouts = defineResource('firmware-rollouts', firmwareRolloutsContract, {
  title: 'name',
  state: 'state',
  fields: {
    state: choice({ draft: 'muted', running: 'info', paused: 'warn', done: 'good', stopped: 'muted' }),
    pause: choice({ person: '', failures: '' }),
    wave_unit: choice({ smibs: '', percent: '' }),
    firmware: linkTo('firmware-versions'),
    group: linkTo('slots-groups'),
    back_of: linkTo('firmware-rollouts'),
    gap: integer('min'),
    fail_percent: integer('%'),
  },
  computed: {
    versions: {
      reads: ['versions'],
      cell: (row, { t }) => versionsIn(row, t) || '–',
      csvValue: (row, { t }) => versionsIn(row, t),
    },
    hours: {
      reads: ['hour_from', 'hour_to'],
      cell: (row, { t }) => hoursIn(row, t),
      csvValue: (row, { t }) => hoursIn(row, t),
    },
  },
  list: {
    columns: [
      'name',
      'state',
      'firmware',
      'location',
      'total',
      'updated',
      'under_way',
      'waiting',
      'failed',
      'silent',
      'created_at',
    ],
    more: [
      'tenant',
      'group',
      'left',
      'offline',
      'versions',
      'wave',
      'started_at',
      'finished_at',
      'created_by',
    ],
    summary: ['state', 'total', 'updated'],
    filters: ['tenant', 'firmware', 'location', 'state'],
    live: true,
    links: [
      { href: '/advanced/firmware-versions', label: 'firmware-versions:title', rule: 'smib::list_firmware' },
    ],
  },
  detail: {
    optional: ['pause', 'location', 'group', 'back_of', 'firmware'],
    sections: {
      result: [
        'state',
        'pause',
        'total',
        'updated',
        'under_way',
        'waiting',
        'failed',
        'silent',
        'left',
        'offline',
        'versions',
      ],
      plan: [
        'firmware',
        'back_of',
        'location',
        'group',
        'tenant',
        'wave_size',
        'wave_unit',
        'gap',
        'hours',
        'fail_percent',
        'wave',
        'next_wave_at',
      ],
      record: ['created_by', 'created_at', 'started_by', 'started_at', 'finished_at', 'updated_at'],
    },
    related: [{ resource: 'firmware-boards', filter: 'rollout' }],
  },
  preview: { columns: ['total', 'waiting', 'offline', 'versions', 'hours'] },
  form: {
    sections: {
      target: ['name', 'firmware', 'location', 'group'],
      pace: ['wave_size', 'wave_unit', 'gap', 'hour_from', 'hour_to', 'fail_percent'],
    },
  },
  actions: {
    start: { tone: 'danger', when: ({ state }) => state === 'draft', fields: { reason: longText() } },
    pause: { when: ({ state }) => state === 'running', fields: { reason: longText() } },
    go_on: { when: ({ state }) => state === 'paused', fields: { reason: longText() } },
    stop: {
      tone: 'danger',
      when: ({ state }) => !['done', 'stopped'].includes(state),
      fields: { reason: longText() },
    },
    take_back: {
      when: ({ state, updated }) => !['draft', 'running'].includes(state) && updated > 0,
      fields: { reason: longText() },
    },
  },
})
