import { exportsContract, RETENTION_DAYS } from '../../../backend/workflow/exports/exports.contract'
import { useShell } from '../../console/shell-context'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, integer } from '../../engine/fields'
import { TaskProgress } from '../../islands/task-progress'
import { Status } from '../../ui/status'
import { resourcePaths } from '../../addresses/names'
import { isKnownPage, isOpen, listTitle, sizeOf, stateMarks } from './export-words'

/** Of a file that is still being written nobody knows yet how long it will be. */
const ready = (found: Parameters<typeof isOpen>[0], value: number | null) => (isOpen(found) ? null : value)

function Head() {
  const { t } = useShell()
  return <p className="prose-width mb-2">{t('exports:about_page', { count: RETENTION_DAYS })}</p>
}

export const exports = defineResource('exports', exportsContract, {
  title: 'page',
  named: (found, t) => listTitle(t, found),
  fields: {
    state: choice(stateMarks),
    rows: integer(),
  },
  computed: {
    page: {
      reads: ['page'],
      cell: (found, { t }) => listTitle(t, found),
      csvValue: (found, { t }) => listTitle(t, found),
    },
    state: {
      reads: ['state', 'progress', 'page', 'task'],
      cell: (found, { t, locale }) => {
        const word = t(`exports:state.${found.state}`)
        if (!isOpen(found)) return <Status mark={stateMarks[found.state]}>{word}</Status>
        return (
          <TaskProgress
            t={t}
            locale={locale}
            reload="state"
            task={{ id: found.task, state: found.state, progress: found.progress, note: null }}
            label={`${listTitle(t, found)}: ${word}`}
          />
        )
      },
      csvValue: ({ state }, { t }) => t(`exports:state.${state}`),
    },
    rows: {
      reads: ['rows', 'state'],
      numeric: true,
      cell: (found, { format }) => {
        const rows = ready(found, found.rows)
        return rows === null ? '–' : format.number(rows)
      },
      csvValue: (found, { file }) => {
        const rows = ready(found, found.rows)
        return rows === null ? '' : file.number(rows)
      },
    },
    bytes: {
      reads: ['bytes', 'state'],
      numeric: true,
      unit: () => 'B',
      cell: (found, { format }) => {
        const bytes = ready(found, found.bytes)
        return bytes === null ? '–' : sizeOf(bytes, format.number)
      },
      csvValue: (found, { file }) => {
        const bytes = ready(found, found.bytes)
        return bytes === null ? '' : file.number(bytes)
      },
    },
    file: {
      reads: ['state', 'page'],
      cell: ({ _id, state, page }, { t }) =>
        state === 'done' && isKnownPage(page) ? (
          <a className="link" href={`${resourcePaths.exports}/${_id}/file.csv`}>
            {t('exports:download')}
          </a>
        ) : (
          '–'
        ),
    },
  },
  list: {
    columns: ['page', 'state', 'created_at', 'created_by', 'rows', 'bytes', 'expires_at', 'file'],
    more: ['finished_at'],
    summary: ['state', 'created_at'],
    filters: ['state'],
    live: true,
    head: Head,
    emptyHint: 'exports:empty_hint',
    direct: true,
    muted: ({ state }) => state === 'expired',
    reads: ['state'],
  },
  detail: { sections: {} },
})
