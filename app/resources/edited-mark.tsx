/** Beside what a person has corrected: the way to who did, why, and what came. */
import type { ReactNode } from 'react'
import type { RenderContext } from '../engine/fields/field'
import { resourcePaths } from './names'

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
