import { answerCounts, bulkContract } from '../../../backend/operations/bulk/bulk.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, integer } from '../../engine/fields'
import type { Translate } from '../../i18n/locales'
import { Status } from '../../ui/status'
import { BULK, notConfirmed, outcomeMarks, outcomeWord } from './job-words'

const what = ({ action, reason }: { action: string; reason: string }, t: Translate) =>
  `${t(`bulk:action.${action}`)}: ${reason}`
const orderedBy = (
  {
    origin_kind,
    confirmed_by,
    created_by,
  }: Record<'origin_kind' | 'confirmed_by', string | null> & {
    created_by: string
  },
  t: Translate,
) => (origin_kind === 'automatic' ? t('bulk:automatic') : (confirmed_by ?? created_by))

/** Lists bulk actions: their author, their kind, their size and their outcome. */
export const bulk = defineResource('bulk', bulkContract, {
  title: 'action',
  named: what,
  fields: {
    action: choice({ lock: '', unlock: '' }),
    outcome: choice(outcomeMarks),
    in_game: integer(),
    refused: integer(),
    no_answer: integer(),
    to_be_told: integer(),
    replaced: integer(),
    skipped: integer(),
    failed: integer(),
    stopped: integer(),
  },
  computed: {
    action: {
      reads: ['action', 'reason'],
      cell: (job, { t }) => what(job, t),
      csvValue: (job, { t }) => what(job, t),
    },
    outcome: {
      reads: ['outcome', 'planned', 'confirmed'],
      cell: (job, { t }) => <Status mark={outcomeMarks[job.outcome]}>{outcomeWord(t, job)}</Status>,
      csvValue: (job, { t }) => outcomeWord(t, job),
    },
    by: {
      reads: ['origin_kind', 'confirmed_by', 'created_by'],
      cell: (job, { t }) => orderedBy(job, t),
      csvValue: (job, { t }) => orderedBy(job, t),
    },
    /** Together in words; a file has a column for each as well. */
    answers: {
      reads: ['state', 'done', 'skipped', 'failed', 'stopped', 'total', 'planned', ...answerCounts],
      cell: (job, { t }) => (job.state === 'previewed' ? '–' : notConfirmed(t, job).join(' · ') || '–'),
      csvValue: (job, { t }) => (job.state === 'previewed' ? '' : notConfirmed(t, job).join(' · ')),
    },
  },
  list: {
    columns: [
      'action',
      'outcome',
      'by',
      'created_at',
      'total',
      'planned',
      'done',
      'confirmed',
      'answers',
      'finished_at',
    ],
    more: ['tenant', 'confirmed_at', 'reason'],
    inFile: [...answerCounts.filter(name => name !== 'confirmed'), 'skipped', 'failed', 'stopped'],
    summary: ['outcome', 'by'],
    filters: ['action', 'outcome', 'tenant'],
    live: true,
    direct: true,
    begin: { href: `${BULK}/new`, label: 'bulk:new', rule: bulkContract.permissions.list },
    muted: ({ state }) => state === 'previewed',
    reads: ['state'],
  },
  detail: { sections: {} },
})
