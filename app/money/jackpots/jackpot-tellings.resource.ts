import { winReportsContract } from '../../../backend/money/jackpots/win-reports.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, linkTo, longText } from '../../engine/fields'
import { WinReportFigures } from './jackpot-figures'

/** What slots have reported of progressive wins: most win their level automatically, the rest waits for a person. */
export const winReports = defineResource('jackpot-tellings', winReportsContract, {
  title: 'timestamp',
  state: 'state',
  fields: {
    state: choice({ open: 'info', won: 'good', unmatched: 'bad', dismissed: 'muted' }),
    cause: choice({
      no_level: '',
      no_amount: '',
      amount: '',
      several: '',
      level_is_won: '',
      earlier_run: '',
    }),
    level: linkTo('jackpot-levels'),
    win: linkTo('jackpot-history'),
    decision_reason: longText(),
  },
  list: {
    columns: ['timestamp', 'slot', 'location', 'amount', 'level_nr', 'state', 'cause', 'level', 'win'],
    more: ['tenant', 'last_at', 'decided_by', 'decided_at', 'decision_reason', 'created_at', 'updated_at'],
    summary: ['slot', 'amount', 'state'],
    filters: ['tenant', 'location', 'level', 'state'],
    quiet: ['slot', 'win'],
    sort: '-timestamp',
  },
  detail: {
    lead: WinReportFigures,
    sections: {
      told: ['slot', 'location', 'timestamp', 'last_at', 'amount', 'level_nr'],
      decision: ['state', 'cause', 'level', 'win', 'decided_by', 'decided_at', 'decision_reason'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
  },
  actions: {
    accept: {
      tone: 'danger',
      when: one => one.state === 'open' || one.state === 'unmatched',
      why: one => one.state,
      fields: { reason: longText() },
    },
    dismiss: {
      when: one => one.state !== 'dismissed',
      why: one => one.state,
      fields: { reason: longText() },
    },
  },
})
