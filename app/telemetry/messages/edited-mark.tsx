/** A corrected value has a link to who corrected it, why, and what was received. */
import type { ReactNode } from 'react'
import type { Field, RenderContext } from '../../engine/fields/field'
import { resourcePaths } from '../../addresses/names'

/** In a file it has a column of its own. */
export const editedMark = (): Field<string> => ({
  kind: 'edited-mark',
  cell: (edit, ctx) => withMark(null, { edit }, ctx),
  csvValue: (_, { t }) => t('message-edits:add.edited'),
})

export const withMark = (shown: ReactNode, row: unknown, { t }: RenderContext): ReactNode => {
  const { edit } = (row ?? {}) as { edit?: string | null }
  return edit ? (
    <>
      {shown}{' '}
      <a className="link" href={`${resourcePaths['message-edits']}/${edit}`}>
        {t('message-edits:add.edited')}
      </a>
    </>
  ) : (
    shown
  )
}
