/** Who may import whom: the laws of the house, checked by `npm test -- laws`. */
const law = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Modules whose figures are made of readings. */
const figures =
  '^backend/(?:telemetry/(?=gaming-days/)|accounting/)(alarms|repairs|aggregations|reaggregation|retention|corrections|backdating|checkpoints|days|gaming-days|closing|sealing|period-lock|period-reports|questions|archives|fiscal-reports|figures)/'
/** Rooms of what slots report, in their order: each may use all of those before it. */
const readings = 'readings|judgement|streams|ingestion|rebooking'
/** The console's features; what is not in a wing knows none of them. */
const features = '^app/(?:platform|identity|workflow|estate|telemetry|players|money|accounting|operations)/'
/** Whoever needs a second person builds its request with these. */
const shared = 'workflow/second-person'
/** Where modules meet. */
const met = '\\.(table|service|contract|importer)\\.ts$'

module.exports = {
  forbidden: [
    law(
      'backend-never-sees-app',
      'The backend is used by other consoles too.',
      { path: '^backend/' },
      { path: '^app/' },
    ),
    law(
      'app-sees-contracts-only',
      'The console knows the backend through its HTTP API; only its session store shares the database code, and both programs log alike.',
      { path: '^app/' },
      { path: '^backend/', pathNot: '^backend/platform/(contract|process|db|patches)/|\\.contract\\.ts$' },
    ),
    law(
      'process-knows-nothing',
      'How a program logs and stays up is the same for both programs, so it knows neither.',
      { path: '^backend/platform/process/' },
      { path: '^(app|backend)/', pathNot: '^backend/platform/process/' },
    ),
    law(
      'only-sessions-touch-the-database',
      'The console holds no domain table.',
      { path: '^app/', pathNot: '^app/session/' },
      { path: '^backend/platform/db/' },
    ),
    law(
      'contracts-are-light',
      'Contracts reach the browser: they bring nothing but other contracts.',
      { path: '^backend/platform/contract/|\\.contract\\.ts$' },
      {
        path: '^(app|backend)/',
        pathNot: '^backend/platform/contract/|\\.contract\\.ts$',
      },
    ),
    law(
      'ui-knows-nothing',
      'Presentational parts serve every page, so they know none.',
      { path: '^app/ui/' },
      { path: `^app/(api|session|engine|islands)/|${features}` },
    ),
    law(
      'engine-knows-no-entity',
      'An entity in the engine is a special case for all others.',
      { path: '^app/engine/', pathNot: '\\.test\\.tsx?$' },
      { path: `${features}|^app/(definitions|reports)|^backend/[^/]+/[^/]+/[^/]+\\.contract\\.ts$` },
    ),
    law(
      'definitions-are-strangers',
      'Entities meet through links by name, never through their definitions.',
      { path: '^app/([^/]+/[^/]+)/', pathNot: '\\.test\\.tsx?$' },
      { path: `${features}[^/]+/[^/]+\\.(resource|stream|reports?)\\.tsx?$`, pathNot: '^app/$1/' },
    ),
    law(
      'islands-are-leaves',
      'What an island imports, every browser downloads.',
      { path: '^app/islands/', pathNot: '\\.server\\.tsx?$' },
      {
        path: '^(app|backend)/',
        pathNot:
          '^app/(islands|ui)/|^app/i18n/format|^app/console/shell-data|^backend/platform/contract/|\\.contract\\.ts$',
      },
    ),
    law(
      'only-routes-touch-api-and-session',
      'Parts get what they show from a loader.',
      {
        path: '^app/(ui|i18n|console|islands|engine)/',
        pathNot: '\\.server(\\.test)?\\.tsx?$|\\.route\\.tsx?$',
      },
      { path: '^app/(api|session)/', dependencyTypesNot: ['type-only'] },
    ),
    law(
      'modules-meet-at-table-or-service',
      "Another module's queries and routes are its own affair.",
      // An overview puts small answers of many modules side by side, and so does the search: they ask their queries, and
      // nobody asks their own. A dashboard is one that people make.
      // An importer says what is special about its entity in the words of the imports, which find it.
      {
        path: '^backend/[^/]+/([^/]+)/',
        pathNot: `\\.test\\.ts$|\\.importer\\.ts$|^backend/(demo|schema|operations/(overview|dashboard|search)|telemetry/(${readings}))/|${figures}`,
      },
      {
        path: '^backend/([^/]+)/',
        pathNot: `^backend/([^/]+/$1|platform/[^/]+|${shared})/|^backend/(schema|platform/[^/]+$)|${met}`,
      },
    ),
    law(
      'figures-meet-at-table-or-service',
      'The same for what is made of readings, which may know how readings, days and their reports are stored.',
      { path: figures, pathNot: '\\.test\\.ts$|\\.importer\\.ts$' },
      {
        path: '^backend/([^/]+)/',
        pathNot: `^backend/([^/]+/($1|${readings}|figures|days|fiscal-reports)|platform/[^/]+|${shared})/|^backend/(schema|platform/[^/]+$)|${met}`,
      },
    ),
    law(
      'readings-meet-at-table-or-service',
      'The same for the rooms of what slots report, which know each other: ingestion judges what it stores, streams show what was judged.',
      { path: `^backend/telemetry/(${readings})/`, pathNot: '\\.test\\.ts$' },
      {
        path: '^backend/([^/]+)/',
        pathNot: `^backend/(telemetry/(${readings})|platform/[^/]+)/|^backend/(schema|platform/[^/]+$)|${met}`,
      },
    ),
    law(
      'figures-rest-on-readings',
      'What is made of readings (repairs, aggregations, checkpoints) knows how they are kept; readings know none of it.',
      { path: `^backend/telemetry/(${readings})/`, pathNot: '\\.test\\.ts$' },
      { path: figures, pathNot: '\\.(table|service|contract)\\.ts$' },
    ),
    law(
      'no-circles',
      'Two files that need each other are one file.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    law(
      'production-imports-no-development-package',
      'The image carries production packages only.',
      { path: '^(app|backend)/', pathNot: '\\.test\\.tsx?$' },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(@types|vite|@remix-run/(dev|route-config))/',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
