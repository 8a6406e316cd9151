import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../sources.mjs'
import { aptInstall, isProgram, which } from './install.mjs'

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * Path of a Chromium: the one that is named, installed, downloaded by Playwright, or packaged by Debian. For tests one
 * without a window where there is one: it draws the same pages, and the window around each of them costs the browser as
 * much again.
 */
export async function findBrowser({ windowless = false } = {}) {
  if (process.env.CHROMIUM_PATH) {
    if (isProgram(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH "${process.env.CHROMIUM_PATH}" is not a program`)
  }
  const { chromium } = await import('playwright')
  return (
    (windowless ? which('chromium-headless-shell') : undefined) ??
    installed() ??
    existing(chromium.executablePath()) ??
    (await download(chromium)) ??
    (aptInstall('chromium') ? installed() : undefined) ??
    giveUp()
  )
}

const installed = () =>
  which('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ?? elsewhere.find(isProgram)
const existing = file => (isProgram(file) ? file : undefined)

async function download(chromium) {
  process.stdout.write('Downloading Chromium …\n')
  const withDependencies = process.getuid?.() === 0 ? ['--with-deps'] : []
  spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/playwright/cli.js'), 'install', ...withDependencies, 'chromium'],
    { cwd: root, stdio: 'ignore', timeout: 180_000, killSignal: 'SIGKILL' },
  )
  return existing(chromium.executablePath())
}

function giveUp() {
  throw new Error('No browser for the end-to-end tests: install Chromium or Chrome, or set CHROMIUM_PATH')
}
