/**
 * Whether a page is fetched before anybody wants to see it: by the browser's own rules, which name that in Sec-Purpose, or by the console's script
 * that turns pages (islands/page-turner.ts), which may not set that header and uses its forerunner. Such a request changes nothing and takes nothing
 * that is told once.
 */
export const isFetchedAhead = ({ headers }: Request): boolean =>
  (headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '').includes('prefetch')
