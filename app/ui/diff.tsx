import type { ReactNode } from 'react'

export interface Change {
  key: string
  label: ReactNode
  before: ReactNode
  after: ReactNode
}

/** What was and what is, field by field: an audit entry, or two people's versions of one record. */
export function Diff({
  caption,
  changes,
  words,
}: {
  caption: string
  changes: readonly Change[]
  words: { field: string; before: string; after: string }
}) {
  return (
    <table className="diff">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(change => (
          <tr key={change.key}>
            <th scope="row">{change.label}</th>
            <td data-label={words.before}>
              <del>{change.before}</del>
            </td>
            <td data-label={words.after}>
              <ins>{change.after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
