import { longText } from '../../engine/fields'

/** Reverting a correction that is in force, with a reason: the same for every kind, whatever its states are called. */
export const revertAction = (inForce: string) => ({
  tone: 'danger' as const,
  when: ({ state }: { state: string }) => state === inForce,
  why: ({ state }: { state: string }) => state,
  fields: { reason: longText() },
})
