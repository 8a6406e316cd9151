/**
 * For people to look at: every kind of page, as wide as a desk and a phone, in each theme, and on paper. `npx tsx
 * tests/e2e/screenshots.ts [url]`
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { findBrowser } from '../../bin/testing/browser.mjs'
import { startSystem } from '../support/system'
import { pagesOf } from '../support/page-kinds'

const folder = path.resolve('test-results/screenshots')
mkdirSync(folder, { recursive: true })

const given = process.argv[2]
const system = given ? undefined : await startSystem()
const origin = given ?? system?.consoleUrl ?? ''
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
})
const looks = [
  { name: 'light', width: 1280, theme: 'light' },
  { name: 'dark', width: 1280, theme: 'dark' },
  { name: 'contrast', width: 1280, theme: 'contrast' },
  { name: 'phone', width: 390, theme: 'light' },
]

for (const { name: look, width, theme } of looks) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: 850 },
    locale: 'en-GB',
    timezoneId: 'Europe/Bucharest',
  })
  const page = await context.newPage()
  await context.addCookies([{ name: 'theme', value: theme, url: origin }])
  await page.goto('/auth/login')
  await page.screenshot({ path: path.join(folder, `sign-in-${look}.png`) })
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('demo-admin-2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  for (const { name, path: address } of await pagesOf(page)) {
    await page.goto(address)
    const file = path.join(folder, `${name.replaceAll(' ', '-')}-${look}`)
    await page.screenshot({ path: `${file}.png`, fullPage: true })
    if (look === 'light') await page.pdf({ path: `${file}.pdf`, format: 'A4', preferCSSPageSize: true })
  }
  await context.close()
}
await browser.close()
await system?.end()
console.log(`Look at ${path.relative(process.cwd(), folder)}`)
