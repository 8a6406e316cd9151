import { repairsContract } from '../../../backend/accounting/repairs/repairs.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, date, text } from '../../engine/fields'
import { AboutRepair, repairBooksPanel, repairEvidencePanel, repairDecisionsPanel } from './evidence'

/** Where a slot's meters left their line, and nothing was booked until a person decides. */
export const repairs = defineResource('repairs', repairsContract, {
  title: 'kind',
  named: ({ kind, slot }, t) => t('repairs:named', { kind: t(`repairs:kind.${kind}`), slot: slot.name }),
  state: 'state',
  fields: {
    state: choice({ open: 'warn', contested: 'bad', decided: 'good' }),
    kind: choice({
      fell: '',
      jumped: '',
      silent: '',
      cleared: '',
      restarted: '',
      repriced: '',
      unproven: '',
    }),
  },
  computed: {
    kind: {
      reads: ['kind'],
      cell: ({ kind }, { t }) => t(`repairs:kind.${kind}`),
      csvValue: ({ kind }, { t }) => t(`repairs:kind.${kind}`),
    },
    meter: {
      reads: ['meter'],
      cell: ({ meter }, { t }) => (meter === null ? '–' : t(`counters:fields.${meter}`)),
      csvValue: ({ meter }, { t }) => (meter === null ? '' : t(`counters:fields.${meter}`)),
    },
  },
  list: {
    columns: [
      'kind',
      'state',
      'slot',
      'location',
      'crossing',
      'meter',
      'value_before',
      'value_after',
      'proposed',
      'waiting',
      'assignee',
    ],
    more: ['tenant', 'due_on', 'game_nr', 'last_at', 'until'],
    summary: ['slot', 'state', 'crossing'],
    filters: ['tenant', 'location', 'state', 'kind', 'assignee'],
    quiet: ['slot'],
    shows: { all: {}, open: { state: ['open', 'contested'] }, decided: { state: ['decided'] } },
    opens: { show: 'open', sort: 'crossing' },
    sort: '-crossing',
  },
  detail: {
    lead: AboutRepair,
    sections: {
      crossing: [
        'state',
        'kind',
        'slot',
        'location',
        'tenant',
        'game_nr',
        'last_at',
        'crossing',
        'until',
        'waiting',
      ],
      work: ['assignee', 'due_on'],
      values: ['meter', 'value_before', 'value_after', 'proposed'],
    },
    activity: [repairDecisionsPanel(), repairBooksPanel(), repairEvidencePanel()],
    links: [
      {
        href: '/repairs/:id/clear-form',
        label: 'clear-form:open',
        rule: 'slot::get',
        when: ({ kind }) => kind === 'cleared' || kind === 'restarted',
      },
      {
        href: '/repairs/:id/decide',
        label: 'repairs:decide.link',
        rule: { all: ['slot::get', 'slot::decide_repair'] },
        main: true,
        when: ({ state }) => state !== 'decided',
      },
      {
        href: '/repairs/:id/decide',
        label: 'repairs:reopen.submit',
        rule: { all: ['slot::get', 'slot::decide_repair'] },
        main: true,
        when: ({ state }) => state === 'decided',
      },
    ],
  },
  actions: {
    assign: {
      bulk: true,
      edits: true,
      when: one => one.state !== 'decided',
      fields: { assignee: text(), due_on: date() },
    },
  },
})
