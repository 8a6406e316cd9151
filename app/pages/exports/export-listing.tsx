import { exportState } from '../../../backend/exports/exports.contract'
import type { Shell } from '../../console/shell-context'
import { numberColumn, textColumn, timeColumn, plainListing } from '../../engine/list/plain-columns'
import { Progress } from '../../ui/chart'
import { Status } from '../../ui/status'
import {
  EXPORTS,
  exportsContract,
  isOpen,
  listOf,
  listTitle,
  sizeOf,
  stateMarks,
  type DataExport,
} from './export'

/** Of a file that is still being written nobody knows yet how long it will be. */
const ready = (found: DataExport, value: number | null) => (isOpen(found) ? null : value)

export const exportListing = plainListing<DataExport>({
  sort: '-id',
  sortKeys: exportsContract.sort,
  filters: [
    {
      filter: 'state',
      values: exportState.options,
      label: t => t('exports:fields.state'),
      word: (value, t) => t(`exports:states.${value}`),
    },
  ],
  texts: 'exports:fields',
  searched: true,
  muted: ({ state }) => state === 'expired',
  columns: [
    {
      ...textColumn('list', (found, t) => listTitle(t, found)),
      cell: (found, { t }) => <a href={`${EXPORTS}/${found._id}`}>{listTitle(t, found)}</a>,
    },
    {
      ...textColumn('state', ({ state }, t) => t(`exports:states.${state}`), { rank: 2 }),
      cell: (found, shell) => <State found={found} shell={shell} />,
    },
    timeColumn('created_at', found => found.created_at, { rank: 3, sortBy: 'created_at' }),
    textColumn('created_by', found => found.created_by, { sortBy: 'created_by' }),
    numberColumn('rows', found => ready(found, found.rows), { sortBy: 'rows' }),
    {
      ...numberColumn('size', found => ready(found, found.bytes), { sortBy: 'bytes', unit: () => 'B' }),
      cell: (found, { format }) => {
        const bytes = ready(found, found.bytes)
        return bytes === null ? '–' : sizeOf(bytes, format.number)
      },
    },
    timeColumn('expires_at', found => found.expires_at, { sortBy: 'expires_at' }),
    {
      key: 'file',
      cell: (found, { t }) =>
        found.state === 'done' && listOf(found) ? (
          <a href={`${EXPORTS}/${found._id}/file.csv`}>{t('exports:download')}</a>
        ) : (
          '–'
        ),
    },
  ],
})

function State({ found, shell: { t, format } }: { found: DataExport; shell: Shell }) {
  const word = t(`exports:states.${found.state}`)
  if (found.state !== 'running') return <Status mark={stateMarks[found.state]}>{word}</Status>
  return (
    <Progress
      label={`${listTitle(t, found)}: ${word}`}
      value={found.progress}
      max={10_000}
      text={format.percent(Math.floor(found.progress / 100) * 100)}
    />
  )
}
