import { defineConfig, type Plugin, type TestProjectConfiguration } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first'
import { withoutDatabase } from './tests/support/without-database'

const mocked = '**/*.mocked.test.ts'

/**
 * Files of one worker share what they import, which is most of their time. What replaces modules (`vi.mock`) needs them
 * fresh, so it is named `*.mocked.test.ts` and stands alone: `npm test` runs both halves as one part.
 */
const halves = (
  name: string,
  test: { include: string[]; exclude?: string[]; testTimeout: number; hookTimeout?: number },
): TestProjectConfiguration[] => {
  const { exclude = [] } = test
  const setupFiles = ['tests/support/properties.setup.ts']
  const drawn = name === 'unit' ? [...setupFiles, 'tests/support/definitions.setup.ts'] : setupFiles
  return [
    {
      extends: true,
      test: { ...test, setupFiles: drawn, name, exclude: [...exclude, mocked], isolate: false },
    },
    {
      extends: true,
      test: {
        ...test,
        setupFiles,
        name: `${name}-mocked`,
        include: test.include.map(glob => glob.replace('*.test.', '*.mocked.test.')),
        exclude,
      },
    },
  ]
}

/**
 * A glob means other files than yesterday: what has one is translated anew, or a text file that was just added would be
 * missed by its law.
 */
const globsAnew: Plugin = {
  name: 'globs-anew',
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(({ sourceCode }) =>
      sourceCode.includes('import.meta.glob') ? false : undefined,
    ),
}

/** Unit tests stand beside the code; backend tests run on libSQL, or on PostgreSQL with TEST_DATABASE_URL. */
export default defineConfig({
  esbuild: { jsx: 'automatic' },
  plugins: [globsAnew],
  test: {
    maxWorkers: 2,
    // The parts of one run share most modules: each is translated once. What is kept goes by a module's content.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
    globalSetup: ['tests/support/temporary.setup.ts'],
    // What is waited for takes as long as the machine needs: a second is too short for one that others use as well.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      // The laws read every file and ask every endpoint: on a busy machine that takes longer than five seconds.
      ...halves('unit', {
        include: [
          'app/**/*.test.{ts,tsx}',
          'backend/platform/contract/**/*.test.ts',
          'tests/architecture/**/*.test.ts',
        ],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      ...halves('backend', {
        include: ['backend/**/*.test.ts'],
        exclude: [
          'backend/platform/contract/**',
          ...(process.env.TEST_DATABASE_URL ? withoutDatabase() : []),
        ],
        // Some ask every endpoint: while other programs run, twenty seconds were too short for them.
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      // The built console and a real backend in the test's own process; the build is Node's to load, not Vite's.
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['tests/pages/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['tests/support/temporary.setup.ts', 'tests/support/demo-snapshot.setup.ts'],
          server: { deps: { external: [/\/build\/server\//] } },
        },
      },
      // Two at a time, as elsewhere: they mostly wait for programs, and what they measure is told beside how slow the
      // machine is just then.
      {
        extends: true,
        test: {
          name: 'system',
          maxWorkers: Number(process.env.SYSTEM_WORKERS ?? 2),
          include: ['tests/system/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
