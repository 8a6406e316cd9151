import type { Resource } from './resource'

/** A command over the rows that its address names: ticked ones, or all that match. */
export const commandPath = ({ path }: Pick<Resource, 'path'>, action: string): string =>
  `${path}/do/${action}`

/** What the buttons are called that show a command's page about other rows. */
export const CHOOSE = 'choose'
