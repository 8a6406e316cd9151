import type { z } from 'zod'
import type { Section } from '../../app/console/menu-entry'
import type { Report } from '../../app/engine/definition/define-report'
import type { Resource } from '../../app/engine/definition/resource'

/** Every text that the engine asks of an entity's namespace, as `engine/render/labels.ts` and the fields name them. */
export function labelsOf(resource: Resource): string[] {
  const { name, fields, list, detail, form, contract, actions, preview, stream } = resource
  const own = actions.filter(action => action.contract)
  const shown = new Set([
    ...list.columns,
    ...list.more,
    ...list.summary,
    ...preview.columns,
    ...list.inFile,
    ...(list.filters ?? []),
    ...Object.values(detail.sections).flat(),
    ...Object.values(form?.sections ?? {}).flat(),
    ...own.flatMap(action => Object.keys(action.contract?.input.shape ?? {})),
  ])
  // These two read the same everywhere.
  shown.delete('archived')
  for (const field of stream ? Object.keys(fields) : []) shown.add(field)
  shown.delete('reason')
  const choices = Object.entries(fields).filter(([, { kind }]) => kind === 'choice' || kind === 'choices')
  return [
    `${name}:title`,
    ...(stream ? [`${name}:of`, `${name}:none`] : [`${name}:empty`]),
    // Said of rows that something is done to: the commands, and the changes of many.
    ...(!stream && actions.length > 0 ? [`${name}:counted`] : []),
    ...Object.keys(list.shows).map(show => `${name}:shows.${show}`),
    ...(form ? [`${name}:one`] : []),
    ...(form && contract.permissions.create ? [`${name}:new`, `${name}:create`] : []),
    ...(list.tabs.length > 0 ? [`${name}:tabs`] : []),
    ...[...shown].map(field => `${name}:fields.${field}`),
    ...choices.flatMap(([field]) =>
      valuesOf(contract.row.shape[field] ?? contract.filters.shape[field] ?? contract.input.shape[field]).map(
        value => `${name}:${field}.${value}`,
      ),
    ),
    ...Object.entries(fields)
      .filter(([, field]) => field.kind === 'flag-in-words')
      .flatMap(([field]) => [`${name}:${field}.0`, `${name}:${field}.1`]),
    ...Object.entries(fields).flatMap(([field, { values = [] }]) =>
      values.map(value => `${name}:${field}.${value}`),
    ),
    ...own.flatMap(action =>
      Object.entries(action.fields)
        .filter(([, { kind }]) => kind === 'choice')
        .flatMap(([field]) =>
          valuesOf(action.contract?.input.shape[field]).map(value => `${name}:${field}.${value}`),
        ),
    ),
    ...[...Object.keys(detail.sections), ...Object.keys(form?.sections ?? {})].map(
      section => `${name}:sections.${section}`,
    ),
    ...(list.active
      ? ['label', 'shown', 'points', 'none', 'none_filtered', 'hint'].map(about => `${name}:period.${about}`)
      : []),
    ...(contract.reveals ? ['label', 'told'].map(about => `${name}:secret.${about}`) : []),
    ...actions.flatMap(({ leavable = [] }) =>
      leavable.flatMap(note => [
        `${name}:notes.${note}`,
        `${name}:leave_out.${note}`,
        `${name}:take_in.${note}`,
      ]),
    ),
    ...own.flatMap(action =>
      ['actions', 'do', 'effect', 'done'].map(about => `${name}:${about}.${action.name}`),
    ),
  ]
}

/** Every text that a report asks of its namespace. */
export const labelsOfReport = ({
  texts,
  groupBy,
  measures,
  subject,
  narrowedBy,
  hasNote,
  choices,
}: Report): string[] => [
  `${texts}:of`,
  `${texts}:none`,
  ...(subject === null ? [`${texts}:title`] : []),
  ...(hasNote ? [`${texts}:note`] : []),
  ...narrowedBy.flatMap(kind => [`${texts}:narrow.${kind}`, `${texts}:all.${kind}`]),
  ...groupBy.map(group => `${texts}:by.${group}`),
  ...measures.map(({ name }) => `${texts}:fields.${name}`),
  ...Object.entries(choices).flatMap(([name, { values, opens, words }]) => [
    `${texts}:choose.${name}`,
    ...(opens.length === 0 ? [`${texts}:without.${name}`] : []),
    ...values.map(value => `${texts}:${words}.${value}`),
  ]),
]

/**
 * What the frame asks of a section and its pages: the menu, the page of the section, the breadcrumbs of their
 * addresses.
 */
export const frameLabels = (sections: readonly Section[], paths: readonly string[]): string[] => [
  ...sections.map(({ key }) => `console:sections.${key}`),
  ...sections.flatMap(({ entries }) =>
    entries.flatMap(({ key }) => [`console:entries.${key}.name`, `console:entries.${key}.about`]),
  ),
  // The dashboard has no breadcrumbs.
  ...[...new Set(paths.filter(path => path !== '/dashboard').flatMap(path => path.split('/').slice(1)))].map(
    segment => `console:crumbs.${segment}`,
  ),
]

/**
 * Where a text of the frame is missed: an entity says its own in its own file (`app/i18n/own-words.ts`), all else is
 * the console's.
 */
export function ownLabel(label: string, entities: object): string {
  const [, name = '', about] = /^console:(?:entries|crumbs)\.([a-z-]+)(?:\.(name|about))?$/.exec(label) ?? []
  return name in entities ? `${name}:${about === 'about' ? 'about' : 'title'}` : label
}

/** The values of an enumeration, under whatever makes it nullable or optional. */
function valuesOf(schema: z.core.$ZodType | undefined): string[] {
  const seen = schema as
    | { options?: unknown[]; element?: z.core.$ZodType; unwrap?: () => z.core.$ZodType }
    | undefined
  if (seen?.element) return valuesOf(seen.element)
  if (seen?.unwrap) return valuesOf(seen.unwrap())
  return (seen?.options ?? []).filter(value => typeof value === 'string')
}

/** Archiving reads the same for all: it is the engine's. */
export const sharedLabels = ['archive', 'unarchive'].flatMap(action =>
  ['actions', 'do', 'effect', 'done'].map(about => `engine:${about}.${action}`),
)
