import { jackpotRequestsContract } from '../../../backend/money/jackpots/requests.contract'
import { answerActions, answerSection } from '../../workflow/second-person/answers'
import { whoAnswers } from '../../workflow/second-person/who-answers'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, linkTo, longText } from '../../engine/fields'

/** Somebody wants a level reset, drawn anew or deleted, and waits for a second person. */
export const jackpotRequests = defineResource('jackpot-requests', jackpotRequestsContract, {
  title: 'level_name',
  state: 'state',
  fields: {
    kind: choice({ reset: '', regenerate: '', delete: '' }),
    state: choice({
      waiting: 'warn',
      approved: 'good',
      refused: 'muted',
      withdrawn: 'muted',
      expired: 'muted',
    }),
    level: linkTo('jackpot-levels'),
    cause: longText(),
  },
  list: {
    columns: ['level_name', 'jackpot', 'kind', 'state', 'cause', 'asked_by', 'created_at', 'answered_by'],
    more: ['level', 'tenant', 'location', 'expires_at', 'answered_at', 'answer_reason', 'updated_at'],
    summary: ['jackpot', 'kind', 'asked_by'],
    filters: ['tenant', 'location', 'jackpot', 'level', 'kind', 'state'],
    shows: { all: {}, waiting: { state: ['waiting'] } },
    opens: { show: 'waiting', sort: 'created_at' },
  },
  detail: {
    lead: whoAnswers(({ kind }) => `jackpot_${kind}`),
    sections: {
      what: ['level_name', 'kind', 'level', 'jackpot', 'location', 'tenant', 'cause'],
      answer: answerSection,
    },
  },
  form: { sections: { what: ['level', 'kind', 'cause'] }, when: () => false },
  actions: answerActions,
})
