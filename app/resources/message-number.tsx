/** A message's number leads to where it can be mended or left out, for whoever may: one with events alone is on no page of readings. */
import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { integer } from '../../engine/fields'
import type { Field, RenderContext } from '../../engine/fields/field'
import { resourcePaths } from '../names'

interface Told {
  smib?: { _id: string } | null
  server_time?: number
}

export const messageNumber = (): Field<number> => {
  const plain = integer()
  return {
    ...plain,
    reads: ['smib', 'server_time'],
    cell: (nr, ctx, row) => <MessageNumber nr={nr} of={row as Told | undefined} ctx={ctx} />,
  }
}

function MessageNumber({ nr, of, ctx }: { nr: number; of: Told | undefined; ctx: RenderContext }): ReactNode {
  const { can } = useShell()
  const number = ctx.format.number(nr)
  const page = can('rawdata::edit')
    ? `${resourcePaths['message-edits']}/part`
    : can('rawdata::ignore_message')
      ? `${resourcePaths['ignored-messages']}/add`
      : null
  if (!page || !of?.smib || of.server_time === undefined) return number
  return (
    <a
      className="link"
      href={`${page}?smib=${of.smib._id}&at=${of.server_time}&nr=${nr}`}
      aria-label={ctx.t('messages:mend', { nr: number })}
    >
      {number}
    </a>
  )
}
