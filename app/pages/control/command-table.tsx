import type { MachineCommand } from '../../../backend/control/control.contract'
import { useShell, type Shell } from '../../console/shell-context'
import { Status } from '../../ui/status'
import { DataTable, type Column } from '../../ui/table'
import { Time } from '../../ui/time'
import { commandName, outcome, stateMarks } from './command'

/** What was ordered, by whom and why, and what the machine said to it. Newest first. */
export function CommandTable({ caption, commands }: { caption: string; commands: readonly MachineCommand[] }) {
  const shell = useShell()
  const { t } = shell
  const columns: Column[] = [
    { key: 'command', label: t('control:fields.command') }, { key: 'state', label: t('control:fields.answer'), rank: 2 }, { key: 'created_at', label: t('control:fields.ordered'), rank: 3 },
    { key: 'sent_at', label: t('control:fields.told') }, { key: 'answered_at', label: t('control:fields.answered') }, { key: 'by', label: t('control:fields.by') }, { key: 'reason', label: t('control:fields.reason') },
  ]
  const rows = commands.map(command => ({
    key: command._id,
    cells: [
      commandName(t, command), <Status key="state" mark={stateMarks[command.state]}>{outcome(t, command)}</Status>,
      when(command.created_at, shell), when(command.sent_at, shell), when(command.answered_at, shell), command.created_by, command.reason ?? '–',
    ],
  }))
  return <DataTable caption={caption} columns={columns} rows={rows} />
}

export const when = (at: number | null, { format }: Shell) => (at === null ? '–' : <Time at={at} text={format.dateTime(at)} exact={format.exact(at)} />)
