/**
 * A message's number leads to where it can be mended or left out, for whoever may: one with events alone is on no page
 * of readings.
 */
import type { ReactNode } from 'react'
import { useShell, type Shell } from '../../console/shell-context'
import { integer } from '../../engine/fields'
import type { Field, RenderContext } from '../../engine/fields/field'
import { resourcePaths } from '../../addresses/names'

interface MessageRow {
  smib?: { _id: string } | null
  server_time?: number
  sent_at?: number
}

/** `at`: what of the row says when the message was sent. */
export const messageNumber = (at: 'server_time' | 'sent_at' = 'server_time'): Field<number> => {
  const plain = integer()
  return {
    ...plain,
    reads: ['smib', at],
    cell: (nr, ctx, row) => (
      <MessageNumber
        nr={nr}
        smib={(row as MessageRow | undefined)?.smib?._id}
        at={(row as MessageRow | undefined)?.[at]}
        ctx={ctx}
      />
    ),
  }
}

interface Numbered {
  nr: number
  smib: string | undefined
  at: number | undefined
  ctx: RenderContext
}

/** Where a message is mended or left out, for whoever may; one without readings has nothing to leave out. */
export const mendingPage = (can: Shell['can'], hasReadings = true): string | null =>
  can('rawdata::edit')
    ? `${resourcePaths['message-edits']}/part`
    : can('rawdata::ignore_message') && hasReadings
      ? `${resourcePaths['ignored-messages']}/add`
      : null

/** Of an event, which happened before its message was sent: a page finds which message that was. */
export const eventMessageNumber = (): Field<number> => ({
  ...integer(),
  reads: ['_id', 'smib'],
  cell: (nr, ctx, row) => {
    const { _id, smib } = (row ?? {}) as { _id?: string; smib?: unknown }
    const number = ctx.format.number(nr)
    if (_id === undefined || !smib) return number
    return (
      <a
        className="link"
        href={`${resourcePaths.events}/${_id}/message`}
        aria-label={ctx.t('messages:of_event', { nr: number })}
      >
        {number}
      </a>
    )
  },
})

function MessageNumber({ nr, smib, at, ctx }: Numbered): ReactNode {
  const { can } = useShell()
  const number = ctx.format.number(nr)
  const page = mendingPage(can)
  if (!page || smib === undefined || at === undefined) return number
  return (
    <a
      className="link"
      href={`${page}?smib=${smib}&at=${at}&nr=${nr}`}
      aria-label={ctx.t('messages:mend', { nr: number })}
    >
      {number}
    </a>
  )
}
