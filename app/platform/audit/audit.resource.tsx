import { auditContract } from '../../../backend/platform/audit/audit.contract'
import { recordName, subjectKind } from '../../console/audit-subject'
import { defineResource } from '../../engine/definition/define-resource'
import { linkTo, mono } from '../../engine/fields'
import { selectControl } from '../../engine/fields/control'
import type { Field, RenderContext } from '../../engine/fields/field'
import { actorWord } from '../../engine/history/actor-word'

type Ctx = Pick<RenderContext, 't' | 'locale'>

/** A code of the log in its own words: `console:<namespace>.<code>`, all of which are a filter's choices. */
function coded(namespace: 'actions' | 'subjects', wordOf: (code: string, ctx: Ctx) => string): Field<string> {
  const codesOf = ({ t }: Ctx) =>
    Object.keys(t(`console:${namespace}`, { returnObjects: true }) as unknown as object)
  const options = (typed: string, ctx: Ctx) =>
    [...new Set([...codesOf(ctx), ...(typed === '' ? [] : [typed])])]
      .map(value => ({ value, label: wordOf(value, ctx) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, ctx.locale))
  return {
    kind: 'coded',
    cell: wordOf,
    csvValue: wordOf,
    chip: wordOf,
    filter: (props, ctx) => selectControl(props, options(props.typed, ctx), ctx.t('engine:filter.any')),
  }
}

const actionWord = (code: string, { t }: Ctx) => t(`console:actions.${code}`, { defaultValue: code })

/** What everybody did, newest first: the log of all records together. */
export const audit = defineResource('audit', auditContract, {
  title: 'at',
  named: (entry, t) =>
    `${actionWord(entry.action, { t, locale: 'en' })}: ${subjectKind(t, entry.entity)} ${recordName(entry, t)}`,
  fields: {
    ip: mono(),
    request_id: mono(),
    entity: coded('subjects', (code, { t }) => subjectKind(t, code)),
    entity_id: mono(),
    action: coded('actions', actionWord),
    actor_id: linkTo('users'),
    hash: mono(),
    prev_hash: mono(),
  },
  computed: {
    who: {
      reads: ['actor'],
      cell: ({ actor }, { t }) => actorWord(t, actor),
      csvValue: ({ actor }, { t }) => actorWord(t, actor),
    },
    kind: {
      reads: ['actor'],
      values: ['user', 'token', 'system', 'nobody'],
      cell: ({ actor }, { t }) => t(`audit:kind.${actor.kind}`),
      csvValue: ({ actor }, { t }) => t(`audit:kind.${actor.kind}`),
    },
    record: {
      reads: ['before', 'after', 'entity_id', 'actor'],
      cell: (entry, { t }) => recordName(entry, t),
      csvValue: (entry, { t }) => recordName(entry, t),
    },
    times: {
      reads: ['after'],
      numeric: true,
      cell: ({ after }, { format }) => (typeof after?.times === 'number' ? format.number(after.times) : ''),
      csvValue: ({ after }, { file }) => (typeof after?.times === 'number' ? file.number(after.times) : ''),
    },
  },
  list: {
    columns: ['at', 'who', 'action', 'entity', 'record', 'ip'],
    more: ['kind', 'tenant', 'times', 'seq', 'entity_id', 'request_id'],
    summary: ['who', 'action', 'record'],
    filters: ['entity', 'action', 'tenant'],
    quiet: ['actor_id', 'entity_id'],
    sort: '-at',
    period: '',
    direct: true,
    shows: {
      all: {},
      refused: { action: ['sign_in_failed', 'sign_in_locked', 'refused', 'refusals_not_listed'] },
      signed_in: { action: ['sign_in', 'sign_out', 'sign_in_ended_reuse', 'sign_out_others'] },
      rights: {
        entity: ['user', 'user_group', 'role', 'acl_rule', 'entity_group', 'permission', 'api_token'],
      },
    },
    links: [{ href: '/admin/audit/check', label: 'audit:check.link', rule: 'audit_log::list' }],
  },
  detail: { sections: { entry: ['at', 'action', 'entity', 'tenant'] }, trail: false },
})
