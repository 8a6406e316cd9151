import { defineConfig, devices } from '@playwright/test'

const asRoot = process.getuid?.() === 0

/**
 * A dozen journeys, each twice: without JavaScript, and with it. All others are in process (tests/pages).
 * `tests/e2e/start-system.ts` starts the real programs once for all.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  // The package of the kiosks' browser has a program for one system alone.
  testIgnore: process.platform === 'linux' && process.arch === 'x64' ? [] : '**/kiosk.e2e.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/start-system.ts',
  // A journey mostly waits, for a page or a slot's answer: three at a time keep two cores busy.
  workers: 3,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  forbidOnly: true,
  use: {
    ...devices['Desktop Chrome'],
    // Set by the global setup, in the environment that the workers inherit.
    baseURL: process.env.E2E_CONSOLE_URL,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Bucharest',
    // Recording every step costs a sixth of the time: E2E_TRACE=on when a failure needs to be seen.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // What is the same with scripts need not be looked at twice.
    { name: 'js-on', use: { javaScriptEnabled: true }, grepInvert: /@no-scripts/ },
    // What only scripts can do, axe among it, is tagged.
    { name: 'js-off', use: { javaScriptEnabled: false }, grepInvert: /@scripts/ },
  ],
})
