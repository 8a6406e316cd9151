import {
  reportSendingsContract,
  sendableAgain,
} from '../../../backend/accounting/report-schedules/report-schedules.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, dateTime, linkTo } from '../../engine/fields'

/** One for each schedule, location and period. */
export const reportSendings = defineResource('report-sendings', reportSendingsContract, {
  title: 'period',
  state: 'state',
  named: ({ period, location }) => `${location.name} ${period}`,
  fields: {
    schedule: linkTo('report-schedules'),
    kind: choice({ daily: '', weekly: '', monthly: '' }),
    state: choice({
      waiting: 'warn',
      making: 'info',
      sent: 'good',
      not_sealed: 'bad',
      nobody: 'bad',
      stopped: 'muted',
    }),
    problem: choice({ too_large: 'warn', not_made: 'warn' }),
    created_at: dateTime(),
  },
  list: {
    columns: ['period', 'state', 'location', 'schedule', 'kind', 'due_at', 'sent_at', 'sent_to', 'files'],
    more: ['tenant', 'wait_until', 'told_at', 'problem', 'updated_at'],
    summary: ['state', 'location', 'sent_to'],
    filters: ['tenant', 'location', 'schedule', 'kind', 'state'],
  },
  detail: {
    sections: {
      what: ['schedule', 'kind', 'period', 'location', 'tenant'],
      sending: ['state', 'due_at', 'sent_at', 'sent_to', 'files', 'problem', 'told_at', 'wait_until'],
    },
  },
  actions: {
    again: {
      bulk: true,
      when: sending => sendableAgain.includes(sending.state),
      why: ({ state }) => (state === 'stopped' ? 'archived' : 'under_way'),
    },
  },
})
