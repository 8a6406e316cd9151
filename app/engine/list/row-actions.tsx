import type { ReactNode } from 'react'
import { useShell, type Shell } from '../../console/shell-context'
import { Button } from '../../ui/button'
import { commandPath } from '../definition/command-path'
import { actionLabel } from '../render/labels'
import { writeListQuery, type ListQuery } from '../address/list-query'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

/**
 * A column of commands that one press performs, for what happens many times a day and harms nothing. It is the
 * command's own address, so the same permission, rules and audit hold; afterwards one is back on the list as it was.
 */
export function useRowActions(
  resource: Resource,
  query: ListQuery,
): { label: ReactNode; cell: (row: Row) => ReactNode } | undefined {
  const shell = useShell()
  const actions = resource.actions.filter(
    ({ name, permission }) => resource.list.rowActions.includes(name) && shell.can(permission),
  )
  if (actions.length === 0) return undefined
  const search = writeListQuery(query, resource.list).toString()
  const at = (name: string, row: Row) =>
    `${commandPath(resource, name)}?${search}${search ? '&' : ''}selected=${row._id}`
  return {
    label: <span className="sr-only">{shell.t('engine:list.row_actions')}</span>,
    cell: row => (
      <div className="flex gap-1 no-print">
        {actions
          .filter(({ when }) => when(row))
          .map(({ name }) => (
            <form key={name} method="post" action={at(name, row)}>
              <Button size="sm" name="intent" value="press">
                {words(shell, resource, name)}
              </Button>
            </form>
          ))}
      </div>
    ),
  }
}

const words = ({ t }: Pick<Shell, 't'>, { name }: Resource, action: string) => actionLabel(t, name, action)
