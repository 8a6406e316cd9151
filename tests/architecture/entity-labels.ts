import type { z } from 'zod'
import type { Resource } from '../../app/engine/define-resource'

/** Every text that the engine asks of an entity's namespace, as `engine/labels.ts` and the fields name them. */
export function labelsOf(resource: Resource): string[] {
  const { name, fields, list, detail, form, contract, actions } = resource
  const own = actions.filter(action => action.contract)
  const shown = new Set([
    ...list.columns,
    ...list.more,
    ...list.summary,
    ...list.inFile,
    ...(list.filters ?? []),
    ...Object.values(detail.sections).flat(),
    ...Object.values(form?.sections ?? {}).flat(),
    ...own.flatMap(action => Object.keys(action.contract?.input.shape ?? {})),
  ])
  // These two read the same everywhere.
  shown.delete('archived')
  shown.delete('reason')
  const choices = Object.entries(fields).filter(([, field]) => field.kind === 'choice')
  return [
    `${name}:title`,
    `${name}:empty`,
    // Said of rows that something is done to: the commands, and the changes of many.
    ...(actions.length > 0 ? [`${name}:counted`] : []),
    ...Object.keys(list.shows).map(show => `${name}:shows.${show}`),
    ...[...shown].map(field => `${name}:fields.${field}`),
    ...choices.flatMap(([field]) =>
      valuesOf(contract.row.shape[field] ?? contract.filters.shape[field]).map(
        value => `${name}:${field}.${value}`,
      ),
    ),
    ...Object.entries(fields)
      .filter(([, field]) => field.kind === 'flag-in-words')
      .flatMap(([field]) => [`${name}:${field}.0`, `${name}:${field}.1`]),
    ...[...Object.keys(detail.sections), ...Object.keys(form?.sections ?? {})].map(
      section => `${name}:sections.${section}`,
    ),
    ...(list.active
      ? ['label', 'shown', 'points', 'none', 'none_filtered', 'hint'].map(about => `${name}:period.${about}`)
      : []),
    ...own.flatMap(action =>
      ['actions', 'do', 'effect', 'done'].map(about => `${name}:${about}.${action.name}`),
    ),
  ]
}

/** The values of an enumeration, under whatever makes it nullable or optional. */
function valuesOf(schema: z.core.$ZodType | undefined): string[] {
  const seen = schema as { options?: unknown[]; unwrap?: () => z.core.$ZodType } | undefined
  if (seen?.unwrap) return valuesOf(seen.unwrap())
  return (seen?.options ?? []).filter(value => typeof value === 'string')
}

/** Archiving reads the same for all: it is the engine's. */
export const sharedLabels = ['archive', 'unarchive'].flatMap(action =>
  ['actions', 'do', 'effect', 'done'].map(about => `engine:${about}.${action}`),
)
