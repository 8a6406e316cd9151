import { reopeningsContract } from '../../../backend/accounting/reopenings/reopenings.contract'
import { answerActions, answerSection } from '../../workflow/second-person/answers'
import { whoAnswers } from '../../workflow/second-person/who-answers'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, dateTime, longText } from '../../engine/fields'

/** Somebody wants to correct what is sealed, and waits for a second person. */
export const reopenings = defineResource('reopenings', reopeningsContract, {
  title: 'day',
  state: 'state',
  fields: {
    state: choice({
      waiting: 'warn',
      reopened: 'good',
      refused: 'muted',
      withdrawn: 'muted',
      expired: 'muted',
    }),
    cause: longText(),
    archived_at: dateTime(),
    updated_at: age(),
  },
  list: {
    columns: [
      'day',
      'through',
      'days',
      'location',
      'state',
      'cause',
      'asked_by',
      'created_at',
      'answered_by',
    ],
    more: ['tenant', 'months', 'expires_at', 'answered_at', 'answer_reason'],
    summary: ['location', 'through', 'asked_by'],
    filters: ['tenant', 'location', 'state'],
    shows: { all: {}, waiting: { state: ['waiting'] } },
    opens: { show: 'waiting', sort: 'created_at' },
  },
  detail: {
    lead: whoAnswers(() => 'reopening'),
    sections: {
      what: ['location', 'tenant', 'day', 'through', 'days', 'months', 'cause'],
      answer: answerSection,
    },
  },
  form: { sections: { what: ['location', 'day', 'cause'] }, when: () => false },
  actions: answerActions,
})
