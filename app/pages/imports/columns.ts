import { importColumns, type ImportEntity } from './importer'

/** What an import's table can show beside the line: what becomes of the row, then its cells as in the file. */
export const offeredColumns = (entity: ImportEntity): string[] => [
  'state',
  'action',
  'problems',
  ...importColumns[entity].map(({ name }) => name),
  'changes',
]

export const standardColumns = (entity: ImportEntity): string[] => [
  'state',
  'action',
  'problems',
  ...importColumns[entity].filter(({ required }) => required).map(({ name }) => name),
]
