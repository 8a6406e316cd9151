/** `/slots/<id>/lock`: a command over one record. */
import { useAnswer, useLoaded } from '../../console/shell-context'
import { resources } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { loadCommand, performCommand, type Refused } from './command.server'
import { Command } from './command'
import { isRevealed, OneTimeSecret, type Revealed } from '../form/one-time-secret'
import { actionAt, resourceAt } from '../data/resource-at.server'

export const loader = guarded(
  args => ({ all: [resourceAt(args).contract.permissions.read, actionAt(args).permission] }),
  loadCommand,
)

export const action = guarded(
  args => ({ all: [resourceAt(args).contract.permissions.read, actionAt(args).permission] }),
  performCommand,
  { keepsAnswer: true },
)

export default function Action() {
  const data = useLoaded<typeof loader>()
  const answered = useAnswer<Refused | Revealed>()
  if (isRevealed(answered)) return <OneTimeSecret {...answered} />
  return <Command resource={resources[data.name]} data={{ ...data, ...answered }} />
}
