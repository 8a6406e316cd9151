/** Unknown addresses lead to one page (ruling 8), which says which one it was. */
export const UNKNOWN_PATH = '/error/error-v1'
const LONGEST = 500

export const unknownAddress = ({ pathname }: URL): string =>
  `${UNKNOWN_PATH}?from=${encodeURIComponent(pathname.slice(0, LONGEST))}`

/** Of the page's own address; undefined where somebody opened that. */
export function addressFrom({ searchParams }: URL): string | undefined {
  const from = searchParams.get('from') ?? ''
  return /^\/[^\s\p{C}]*$/u.test(from) && from.length <= LONGEST ? from : undefined
}
