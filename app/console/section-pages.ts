import { built, sections } from './menu'

/** `/advanced`, `/notifications` …: sections whose pages stand under their own name, as soon as one of them does. */
export const sectionPaths: readonly string[] = sections
  .filter(({ key, entries }) => entries.some(({ path }) => path.startsWith(`/${key}/`) && built.has(path)))
  .map(({ key }) => `/${key}`)
