/** The form that creates entries which a file names: a check box each, known by the file's column and the name. */
import type { NamedEntry } from '../../../backend/workflow/imports/entries.contract'

const PREFIX = 'entry.'

export const tickName = (column: string) => `${PREFIX}${column}`

export const tickedEntries = (form: FormData): NamedEntry[] =>
  [...form].flatMap(([field, name]) =>
    field.startsWith(PREFIX) && typeof name === 'string'
      ? [{ column: field.slice(PREFIX.length), name }]
      : [],
  )
