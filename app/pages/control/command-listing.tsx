import { commandState, type MachineCommand } from '../../../backend/control/control.contract'
import { PlainTable } from '../../engine/list/plain-table'
import { textColumn, timeColumn, plainListing } from '../../engine/list/plain-columns'
import { Status } from '../../ui/status'
import { commandName, outcome, stateMarks } from './command'

/** What was ordered, by whom and why, and what the machine said to it. Newest first. */
export const commandListing = plainListing<MachineCommand>({
  sort: '-id',
  sortKeys: [],
  fixedOrder: true,
  // Asked by links, of which one stands for two states.
  filters: [
    {
      filter: 'state',
      values: commandState.options,
      label: t => t('control:fields.answer'),
      word: value => value,
      offered: () => false,
    },
  ],
  texts: 'control:fields',
  columns: [
    textColumn('command', (command, t) => commandName(t, command)),
    {
      ...textColumn('answer', (command, t) => outcome(t, command), { rank: 2 }),
      cell: (command, { t }) => <Status mark={stateMarks[command.state]}>{outcome(t, command)}</Status>,
    },
    timeColumn('ordered', command => command.created_at, { rank: 3 }),
    timeColumn('told', command => command.sent_at),
    timeColumn('answered', command => command.answered_at),
    textColumn('by', command => command.created_by),
    textColumn('reason', command => command.reason),
  ],
})

export const CommandTable = ({
  caption,
  commands,
}: {
  caption: string
  commands: readonly MachineCommand[]
}) => <PlainTable caption={caption} listing={commandListing} rows={commands} />
