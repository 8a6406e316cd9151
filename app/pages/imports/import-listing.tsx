import { importState } from '../../../backend/imports/imports.contract'
import { numberColumn, textColumn, timeColumn, plainListing } from '../../engine/list/plain-columns'
import { Status } from '../../ui/status'
import { importPaths, importsContract, stateMarks, type Import } from './importer'

/** What was imported before, of one kind. */
export const importListing = plainListing<Import>({
  sort: '-id',
  sortKeys: importsContract.sort,
  filters: [
    {
      filter: 'state',
      values: importState.options,
      label: t => t('imports:fields.state'),
      word: (value, t) => t(`imports:states.${value}`),
    },
  ],
  texts: 'imports:fields',
  searched: true,
  muted: ({ state }) => state === 'discarded',
  columns: [
    {
      ...textColumn('file_name', found => found.file_name, { sortBy: 'file_name' }),
      cell: found => <a href={`${importPaths[found.entity]}/${found._id}`}>{found.file_name}</a>,
    },
    {
      ...textColumn('state', ({ state }, t) => t(`imports:states.${state}`), { rank: 2 }),
      cell: ({ state }, { t }) => <Status mark={stateMarks[state]}>{t(`imports:states.${state}`)}</Status>,
    },
    textColumn('mode', ({ mode }, t) => t(`imports:modes_short.${mode}`), { sortBy: 'mode' }),
    numberColumn('rows', ({ rows }) => rows),
    numberColumn('errors', ({ counts }) => counts.error),
    numberColumn('committed', ({ counts }) => counts.committed),
    textColumn('created_by', found => found.created_by, { sortBy: 'created_by' }),
    timeColumn('created_at', found => found.created_at, { rank: 3, sortBy: 'created_at' }),
  ],
})
