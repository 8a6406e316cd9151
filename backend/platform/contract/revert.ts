/**
 * Which fields of a change can be set back, and to what: for the backend that does it and the page that shows it first.
 */
import type { Contract } from './contract'

interface Entry {
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * Commands have their own inverse (unlock, unarchive): only what a form set is set back. Field → value before; empty
 * when there is nothing to set back.
 */
export function revertedFields(
  { input, holdsFrom }: Pick<Contract, 'input' | 'holdsFrom'>,
  { action, before, after }: Entry,
): Record<string, unknown> {
  if (!before || !after || !['update', 'revert'].includes(action)) return {}
  return Object.fromEntries(
    Object.keys(input.shape)
      .filter(
        name =>
          name !== holdsFrom &&
          name in before &&
          name in after &&
          JSON.stringify(before[name]) !== JSON.stringify(after[name]),
      )
      .map(name => [name, name === 'custom' ? changedValues(before[name], after[name]) : before[name]]),
  )
}

/** Of a tenant's own fields those alone that the change set: what others have set since in another one stays. */
function changedValues(before: unknown, after: unknown): Record<string, unknown> {
  const [was, is] = [before, after].map(values => (values ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    Object.keys({ ...was, ...is })
      .filter(key => JSON.stringify(was?.[key]) !== JSON.stringify(is?.[key]))
      .map(key => [key, was?.[key] ?? null]),
  )
}
