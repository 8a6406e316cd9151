/**
 * The pictures of the README, taken from a demo network that already runs: `node bin/pictures.mjs
 * http://localhost:3000`.
 * Wait some minutes after a first start, until the demo's history is delivered and its days have closed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { root } from './sources.mjs'
import { findBrowser } from './testing/browser.mjs'

/** GitHub loads both for each reader of the README, so each has a limit. */
const MAX_BYTES = 150_000
const address = process.argv[2] ?? 'http://localhost:3000'
const folder = path.join(root, 'docs/pictures')

const browser = await chromium.launch({
  executablePath: await findBrowser({ windowless: true }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 768 },
    locale: 'en-GB',
    timezoneId: 'Europe/Bucharest',
  })
  await page.goto(`${address}/auth/login`)
  await page.locator('input[name=username]').fill('manager')
  await page.locator('input[name=password]').fill('demo-manager-2026')
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(url => !url.pathname.startsWith('/auth'))
  mkdirSync(folder, { recursive: true })
  await take(page, '/', 'start-page')
  await take(page, '/slots', 'slots')
} finally {
  await browser.close()
}

async function take(page, at, name) {
  const response = await page.goto(`${address}${at}`, { waitUntil: 'load' })
  if (!response?.ok()) throw new Error(`${at} answered ${response?.status()}`)
  // Rows below the first screen come a frame after it.
  await page.waitForTimeout(500)
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toBuffer()
  if (picture.length > MAX_BYTES)
    throw new Error(`${name} has ${picture.length} bytes, more than ${MAX_BYTES}`)
  writeFileSync(path.join(folder, `${name}.webp`), picture)
  process.stdout.write(`docs/pictures/${name}.webp: ${picture.length} bytes\n`)
}
