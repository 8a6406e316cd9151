/**
 * Whether a page is fetched that nobody may see whole: by the browser's own rules, which name that in
 * Sec-Purpose, or by the console's script for a part of it (islands/fetched-page.ts), which may not set that
 * header and uses its forerunner. Such a request changes nothing and takes nothing that is shown once.
 */
export const isFetchedAhead = ({ headers }: Request): boolean =>
  (headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '').includes('prefetch')
