/** What nothing uses: `npm test -- checks`. Pages are entered through the URL map, which names their files. */
import { readFileSync } from 'node:fs'

const pagesOf = file =>
  [
    ...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(
      /['`]((?:[a-z-]+\/)+[^'`\s]*\.tsx?)['`]/g,
    ),
  ].map(([, page]) => `app/${page.replaceAll(/\$\{\w+\}/g, '*')}`)

export default {
  entry: [
    'app/routes.ts',
    ...pagesOf('app/routes.ts'),
    ...pagesOf('app/estate/config/config-routes.ts'),
    ...pagesOf('app/engine/entity-routes.ts'),
    'app/workflow/imports/{start,step,one,fix}.tsx',
    'app/workflow/imports/template.ts',
    'app/accounting/fiscal-reports/{,jackpot-}{daily,monthly}{,-file}.{ts,tsx}',
    'app/**/*.route.{ts,tsx}',
    'app/islands/*.ts',
    'backend/server.ts',
    'backend/accounting/seals/verify-program.ts',
    'backend/players/player-exclusion/rotate-key-program.ts',
    'backend/platform/db/sqlite-worker.mjs',
    'app/engine/export/sheet-writer.mjs',
    'backend/schema/migrations/*.ts',
    // They add to a type by declaring it, and are imported by nobody.
    'backend/**/*.table.ts',
    'bin/**/*.mjs',
    'tests/**/*.ts',
    '{app,backend}/**/*.test.{ts,tsx}',
  ],
  project: ['app/**/*.{ts,tsx,mjs}', 'backend/**/*.{ts,tsx,mjs}'],
  include: ['files', 'exports', 'types'],
}
