import { defineConfig } from 'vitest/config'

/** Unit tests stand beside the code; backend tests run on libSQL, or on PostgreSQL with TEST_DATABASE_URL. */
export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'backend/contract/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          // The laws read every file and ask every endpoint: on a busy machine that takes longer than five seconds.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'backend',
          include: ['backend/**/*.test.ts'],
          exclude: ['backend/contract/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // They measure time, so one after the other.
        test: { name: 'system', include: ['tests/system/**/*.test.ts'], fileParallelism: false, testTimeout: 300_000, hookTimeout: 60_000 },
      },
    ],
  },
})
