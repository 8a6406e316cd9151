/** Where a file that could not be had comes from: the page with the same rows, and what was requested of it. */
import { resourcePaths } from '../addresses/names'
import type { Translate } from '../i18n/locales'

export interface FileRequest {
  /** The address of the page, with the same parameters. */
  page: string
  parameters: { name: string; value: string }[]
}

const FILE = /^(?<page>\/[^/].*?)(?<name>\/[\w-]+)?(?:\.|\/)(?:csv|xlsx|pdf|parquet|zip|jsonl)$/
/** Words that name no page; any other name is the page's own, as `seals` in `seals.jsonl`. */
const NAMELESS = new Set(['/export', '/file', '/result', '/archive', '/template'])

/** Null where the address is no file's. */
export function fileRequestOf({ pathname, searchParams }: URL): FileRequest | null {
  const { page = '', name = '' } = FILE.exec(pathname)?.groups ?? {}
  if (page === '') return null
  const search = new URLSearchParams(searchParams)
  // How the file is written means nothing to a page.
  search.delete('format')
  const question = search.size > 0 ? `?${search}` : ''
  return {
    page: `${page}${NAMELESS.has(name) ? '' : name}${question}`,
    parameters: [...searchParams].flatMap(([key, value]) => (value === '' ? [] : [{ name: key, value }])),
  }
}

/** A filter by the word that its list has for it; what the list does not have stands as it came. */
export function wordOf(name: string, { page }: FileRequest, t: Translate): string {
  if (name === 'query') return t('engine:filter.search')
  const [entity] = Object.entries(resourcePaths)
    .filter(([, path]) => page === path || page.startsWith(`${path}/`) || page.startsWith(`${path}?`))
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([resource]) => resource)
  return entity && /^\w+$/.test(name) ? t(`${entity}:fields.${name}`, { defaultValue: name }) : name
}
