/**
 * A wing imports only wings that stand before it, in the backend and in the console (docs/decisions/wings.md); types
 * count as well. Circles of files and of folders are what that ends. `bin/laws/ratchet.mjs` compares what is found with
 * what was there when the law came.
 */
export const wings = [
  'platform',
  'identity',
  'workflow',
  'estate',
  'telemetry',
  'players',
  'money',
  'accounting',
  'operations',
]

/** These see all wings, and no wing sees them. */
const above = {
  backend: ['demo', 'schema', 'app', 'server', 'work', 'modules', 'registrations', 'gauges'],
  app: ['definitions', 'reports', 'routes', 'entry'],
}
/** What every page of the console stands on. */
const below = [
  'addresses',
  'api',
  'console',
  'engine',
  'i18n',
  'islands',
  'process',
  'session',
  'styles',
  'ui',
]

export default {
  forbidden: [
    ...['backend', 'app'].flatMap(half =>
      wings.map((wing, at) => ({
        name: 'wrong-way',
        severity: 'error',
        from: { path: `^${half}/${wing}/` },
        to: { path: `^${half}/(${[...wings.slice(at + 1), ...above[half]].join('|')})(/|\\.)` },
      })),
    ),
    {
      name: 'wrong-way',
      severity: 'error',
      from: { path: `^app/(${below.join('|')})/` },
      to: { path: `^app/(${[...wings, ...above.app].join('|')})(/|\\.)` },
    },
    {
      name: 'outside-of-wings',
      severity: 'error',
      from: { path: '^backend/', pathNot: `^backend/(${[...wings, ...above.backend].join('|')})(/|\\.)` },
      to: {},
    },
    {
      name: 'outside-of-wings',
      severity: 'error',
      from: { path: '^app/[^/]+/', pathNot: `^app/(${[...wings, ...below].join('|')})/` },
      to: {},
    },
    { name: 'circle-of-files', severity: 'error', from: {}, to: { circular: true } },
    { name: 'circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(app|backend)/',
    exclude: '\\.test\\.tsx?$',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
