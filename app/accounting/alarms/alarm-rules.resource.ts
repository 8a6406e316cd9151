import {
  alarmRulesContract,
  ruleMeasure,
  ruleOperator,
  watchedKind,
  writesAlarmRules,
} from '../../../backend/accounting/alarms/alarm-rules.contract'
import { readsSteps } from '../../../backend/accounting/alarms/on-call-orders.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, integer, linkTo, longText, mono, timeOfDay } from '../../engine/fields'
import { ruleLocations } from './alarm-fields'
import { rulePreview } from './alarm-preview'
import { conditionOf } from './alarm-words'
import { escalationOfRule } from './rule-escalation'

/** What it compares with what, and in which time: one sentence on its page, one field each in its form. */
const compared = [
  'watched',
  'code',
  'measure',
  'operator',
  'threshold',
  'amount',
  'window_minutes',
  'window_hours',
] as const
const cleared = ['clears_threshold', 'clears_amount'] as const
/** Left empty, it holds for all slots at any time. */
const narrower = ['group', 'manufacturer', 'game_mix', 'quiet_from', 'quiet_to'] as const
const texts = ['text_en', 'text_ro', 'text_pt'] as const

/** A tenant's own rules; below each, what it found. */
export const alarmRules = defineResource('alarm-rules', alarmRulesContract, {
  title: 'name',
  fields: {
    watched: choice(watchedKind.options),
    code: mono(),
    measure: choice(ruleMeasure.options),
    operator: choice(ruleOperator.options),
    lasts: integer('min'),
    window_minutes: integer('min'),
    window_hours: integer('h'),
    severity: choice({ info: 'info', warning: 'warn', alarm: 'bad' }),
    quiet_from: timeOfDay(),
    quiet_to: timeOfDay(),
    locations: ruleLocations(),
    group: linkTo('slots-groups'),
    game_mix: linkTo('game-mixes'),
    text_en: longText(),
    text_ro: longText(),
    text_pt: longText(),
  },
  computed: {
    condition: {
      reads: compared,
      cell: conditionOf,
      csvValue: conditionOf,
    },
  },
  list: {
    columns: ['name', 'condition', 'severity', 'locations', 'enabled', 'open_alarms', 'updated_at'],
    more: ['tenant', 'watched', 'group', 'manufacturer', 'game_mix', 'lasts', 'created_at'],
    summary: ['condition', 'severity', 'open_alarms'],
    filters: ['tenant', 'location', 'watched', 'severity', 'enabled', 'archived'],
    quiet: ['group', 'manufacturer', 'game_mix'],
    sort: 'name',
    links: [{ href: '/alarms', label: 'alarms:title', rule: 'slot::get' }],
  },
  detail: {
    sections: {
      what: ['condition', 'lasts', ...cleared, 'severity', 'enabled'],
      where: ['tenant', 'locations', ...narrower],
      texts,
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    optional: [...cleared, ...narrower, ...texts],
    activity: [escalationOfRule()],
    links: [
      {
        href: '/alarm-steps/new?rule=:id',
        label: 'alarm-steps:new',
        main: true,
        rule: { all: [writesAlarmRules, readsSteps] },
      },
    ],
    related: [
      {
        resource: 'alarm-steps',
        filter: 'rule',
        columns: ['minutes', 'order', 'users', 'groups', 'roles', 'channels'],
      },
      {
        resource: 'alarms',
        filter: 'rule',
        columns: ['slot', 'location', 'state', 'since', 'cleared_at', 'value'],
      },
    ],
  },
  form: {
    ofSystem: ['tenant'],
    ofTenant: ['locations', 'group'],
    ticked: ['enabled'],
    preview: rulePreview,
    sections: {
      identity: ['name', 'tenant', 'severity', 'enabled'],
      what: [...compared, 'lasts', ...cleared],
      where: ['locations', ...narrower],
      texts,
    },
  },
})
