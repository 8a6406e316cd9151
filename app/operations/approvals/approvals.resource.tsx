import type { z } from 'zod'
import { approvalsContract } from '../../../backend/operations/approvals/approvals.contract'
import { useShell, type Shell } from '../../console/shell-context'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, longText, sentence } from '../../engine/fields'
import { daySpans } from '../../accounting/fiscal-reports/day-spans'
import { PartChange } from '../../accounting/corrections/part-change'
import { Effect } from '../../accounting/repairs/effect'
import { Section } from '../../ui/page'
import { resourcePaths } from '../../addresses/names'
import { answerActions } from '../../workflow/second-person/answers'
import { WhoAnswers } from '../../workflow/second-person/who-answers'
import { repairOfPanel } from '../../accounting/repairs/evidence'
import { answerSection } from '../../workflow/second-person/answers'

type Row = z.output<typeof approvalsContract.row>
const isWaiting = ({ state }: Row) => state === 'waiting'

/** Requests of one person that another one has to answer, of all kinds. */
export const approvals = defineResource('approvals', approvalsContract, {
  title: 'kind',
  named: ({ kind, location, level_name }, t) =>
    t('approvals:named', {
      kind: t(`approvals:kind.${kind}`),
      location: [level_name, location?.name].filter(Boolean).join(', '),
    }),
  state: 'state',
  fields: {
    state: choice({
      waiting: 'warn',
      approved: 'good',
      refused: 'muted',
      withdrawn: 'muted',
      outdated: 'bad',
      expired: 'muted',
    }),
    kind: choice({
      reopening: '',
      repair: '',
      seal: '',
      month: '',
      edit: '',
      jackpot_reset: '',
      jackpot_regenerate: '',
      jackpot_delete: '',
    }),
    part: choice({ answers: '', asked: '' }),
    cause: longText(),
    answer_reason: longText(),
    updated_at: age(),
  },
  computed: {
    kind: {
      reads: ['kind'],
      cell: ({ kind }, { t }) => sentence(t(`approvals:kind.${kind}`)),
      csvValue: ({ kind }, { t }) => t(`approvals:kind.${kind}`),
    },
  },
  list: {
    columns: ['kind', 'state', 'location', 'slot', 'day', 'moved', 'cause', 'asked_by', 'expires_at'],
    more: ['level_name', 'through', 'created_at', 'tenant', 'answered_by', 'answered_at', 'answer_reason'],
    summary: ['location', 'state', 'asked_by'],
    filters: ['part', 'state', 'kind', 'tenant', 'location'],
    shows: {
      all: {},
      waiting: { state: ['waiting'] },
      answers: { part: ['answers'], state: ['waiting'] },
    },
    opens: { show: 'waiting', sort: 'created_at' },
  },
  detail: {
    lead: RequestedChange,
    sections: {
      what: ['kind', 'location', 'tenant', 'slot', 'level_name', 'day', 'through', 'moved', 'cause'],
      answer: answerSection,
    },
    activity: [repairOfPanel(({ kind, record }) => (kind === 'repair' ? String(record) : null))],
    // Each kind has only some of these, and an unanswered request has no answer.
    optional: [
      'location',
      'slot',
      'level_name',
      'day',
      'through',
      'moved',
      'answered_by',
      'answered_at',
      'answer_reason',
    ],
  },
  actions: answerActions,
})

/** Shows what approval would do, with links to the pages that show it whole. */
function RequestedChange({ row }: { row: Row }) {
  const { t, timeZone, can, format } = useShell()
  const { asked: change, effect } = row
  const shown = change?.message?.shown
  // A repair shows it hour by hour under the facts, next to the readings.
  const isWorkedOut = row.kind === 'repair' && isWaiting(row)
  return (
    <>
      <WhoAnswers kind={row.kind} row={row} />
      <Section title={t(`approvals:asked.${changeTitleOf(row)}`)}>
        {(change?.accepted ?? 0) > 0 ? (
          <p className="prose-width">{t('approvals:asked.accepted', { count: change?.accepted ?? 0 })}</p>
        ) : null}
        {change && change.left_out.length > 0 ? (
          <p className="prose-width">
            {t('approvals:asked.left_out', {
              count: change.left_out.length,
              days: daySpans(change.left_out, format),
            })}
          </p>
        ) : null}
        {shown ? <PartChange {...shown} /> : null}
        {effect && !isWorkedOut ? (
          <Effect effect={effect} zone={timeZone} booked={row.state === 'approved'} />
        ) : null}
        <ul>
          {waysOf(row, can).map(({ href, label, count }) => (
            <li key={href}>
              <a className="link" href={href}>
                {t(`approvals:ways.${label}`, { nr: count })}
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

/** The title of an edit names its effect on the message, that of other requests their kind. */
function changeTitleOf({ kind, asked: change }: Row): string {
  if (change?.back) return 'set_back'
  const does = change?.message?.does
  return does === undefined || does === 'omit' ? kind : does === 'edit' ? 'part' : does
}

function waysOf({ kind, record, location, slot, day, asked: change }: Row, can: Shell['can']) {
  if (kind === 'repair') return [{ href: `${resourcePaths.repairs}/${record}`, label: 'repair', count: 1 }]
  if (kind === 'reopening')
    return [{ href: `${resourcePaths.reopenings}/${record}`, label: 'reopening', count: 1 }]
  if (kind.startsWith('jackpot_'))
    return [{ href: `${resourcePaths['jackpot-requests']}/${record}`, label: 'jackpot', count: 1 }]
  if (change?.back) {
    const { type, id, since, to } = change.back
    return [{ href: `/held/${type}/${id}?since=${since}&to=${to}`, label: 'back', count: 1 }]
  }
  if (kind === 'edit' && change?.edit) {
    const isPart = change.message?.does === 'edit' || change.message?.does === 'take_back'
    const list = resourcePaths[isPart ? 'message-edits' : 'ignored-messages']
    return [{ href: `${list}/${change.edit}`, label: 'edit', count: 1 }]
  }
  if (kind === 'edit') {
    const { smib = '', at = 0, message_seq_nr = 0, does } = change?.message ?? {}
    const isPart = does === 'edit' || does === 'take_back'
    // Whoever answers may ignore messages, and need not be allowed to correct their parts.
    if (!can(isPart ? 'rawdata::edit' : 'rawdata::ignore_message'))
      return [{ href: `${resourcePaths.slots}/${slot?._id}/at/${at}`, label: 'hour', count: 1 }]
    return [
      {
        href: `${isPart ? `${resourcePaths['message-edits']}/part` : `${resourcePaths['ignored-messages']}/add`}?smib=${smib}&at=${at}&nr=${message_seq_nr}`,
        label: 'message',
        count: 1,
      },
    ]
  }
  const desk = { href: `/reports/month-desk/${location?._id}-${day?.slice(0, 7)}`, label: 'desk', count: 1 }
  if (kind === 'month') return [desk]
  return [
    ...(change?.reports ?? []).map((report, index) => ({
      href: `/reports/daily-report/${report}`,
      label: 'report',
      count: index + 1,
    })),
    desk,
  ]
}
