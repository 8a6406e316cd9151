import { changesContract, changesOf, type BulkEditJob } from '../../../backend/platform/contract/bulk-edit'
import { bulkEditHref, bulkEditMark } from '../../engine/definition/bulk-edit'
import { defineResource } from '../../engine/definition/define-resource'
import { computedFields } from '../../engine/fields/computed'
import { choice } from '../../engine/fields'
import type { Place } from '../../engine/definition/sub-list'
import type { Translate } from '../../i18n/locales'
import { Status } from '../../ui/status'

const counts = ['total', 'done', 'unchanged', 'failed', 'skipped', 'stopped'] as const

/** Lists bulk edits, newest first, each with its outcome; the page of one offers its undo. */
export const changes = defineResource('changes', changesContract, {
  title: 'action',
  fields: {
    action: choice({ archive: '', unarchive: '', update: '' }),
    state: choice({
      previewed: 'muted',
      queued: 'muted',
      running: 'info',
      stopping: 'warn',
      stopped: 'warn',
      done: 'good',
      failed: 'bad',
    }),
  },
  computed: {
    /** Green is only what was done to all that were planned. */
    state: {
      reads: ['state', 'done', 'planned'],
      cell: (job, { t }) => <Status mark={bulkEditMark(job)}>{t(`changes:state.${job.state}`)}</Status>,
      csvValue: (job, { t }) => t(`changes:state.${job.state}`),
    },
  },
  list: {
    columns: ['action', 'state', 'created_by', 'confirmed_at', 'reason', ...counts],
    summary: ['state', 'created_by'],
    filters: ['action', 'state'],
    live: true,
    direct: true,
    emptyHint: 'changes:hint',
  },
  detail: { sections: {} },
})

/** Below every list of which many rows can be changed at once: `/slots/changes`. */
export const changePlaces: readonly Place[] = [
  {
    path: '/:list/changes',
    at: ({ list }) => {
      const contract = list && changesOf(list.contract)
      if (!contract) return undefined
      const { path, name } = list
      const what = {
        reads: ['action', 'origin_id', 'total'] as const,
        cell: ({ action, origin_id, total }: BulkEditJob, { t }: { t: Translate }) =>
          t(`engine:many.title.${action === 'update' && origin_id !== null ? 'back' : action}`, {
            things: t(`${name}:counted`, { count: total }),
          }),
      }
      return {
        contract,
        listRule: contract.permissions.list,
        exportPermission: contract.permissions.list,
        rowPath: `${path}/changes`,
        rowHref: row => bulkEditHref(list, row),
        fields: {
          ...changes.fields,
          ...computedFields<BulkEditJob>(changes.fields, { action: { ...what, csvValue: what.cell } }),
        },
        about: {
          say: (_, t) => ({
            title: t('changes:of', { list: t(`${name}:title`) }),
            home: { href: path, label: t('engine:many.back', { list: t(`${name}:title`) }) },
          }),
        },
      }
    },
  },
]
