/**
 * A wing of the backend imports only wings that stand before it (docs/decisions/wings.md); types count as well. Circles of files and of
 * folders are what that ends. `bin/laws/ratchet.mjs` compares what is found with what was there when the law came.
 */
const wings = [
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
const above = ['demo', 'schema', 'app', 'server', 'work', 'modules']

module.exports = {
  forbidden: [
    ...wings.map((wing, at) => ({
      name: 'wrong-way',
      severity: 'error',
      from: { path: `^backend/${wing}/` },
      to: { path: `^backend/(${[...wings.slice(at + 1), ...above].join('|')})(/|\\.)` },
    })),
    {
      name: 'outside-of-wings',
      severity: 'error',
      from: { path: '^backend/', pathNot: `^backend/(${[...wings, ...above].join('|')})(/|\\.)` },
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
