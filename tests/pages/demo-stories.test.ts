/**
 * The stories that the demo page promises of the demo network: its links lead to lists that take every word of them,
 * and to the slots that have them.
 */
import { readFile } from 'node:fs/promises'
import { planNetwork } from '../../backend/demo/network'
import { DEMO_SEED } from '../../backend/demo/seed'
import type { Story } from '../../backend/demo/stories'
import { expect, test } from '../support/journey'

const linksOf = (text: string) =>
  [...text.matchAll(/\]\(http:\/\/localhost:3000(\/[^)]*)\)/g)].map(([, path = '']) => path)

test('every link to a story of the demo is an address that its list takes whole', async ({
  page,
  journey,
}) => {
  const links = linksOf(await readFile('docs/demo.md', 'utf8'))
  expect(links.length).toBeGreaterThan(10)
  await journey.signIn('admin')
  for (const path of links) {
    expect((await page.goto(path)).status(), path).toBe(200)
    expect(page.document.querySelector('main')?.textContent, path).not.toContain(
      'Part of the address was not used',
    )
  }
})

test('a slot that a link names is the one that has the story', async () => {
  const links = linksOf(await readFile('docs/demo.md', 'utf8'))
  const { machines } = planNetwork(DEMO_SEED, Date.now())
  const told: readonly [path: string, kind: Story['kind']][] = [
    ['/counters', 'rollover'],
    ['/advanced/timelog', 'board-offline'],
    ['/slots', 'certificate'],
  ]
  for (const [path, kind] of told) {
    const named = links
      .map(link => new URL(link, 'http://localhost'))
      .filter(({ pathname, searchParams }) => pathname === path && searchParams.has('query'))
      .map(({ searchParams }) => searchParams.get('query'))
    const heroes = machines.filter(({ story }) => story?.kind === kind).map(({ serial }) => serial)
    expect(named.toSorted(), kind).toEqual(heroes.toSorted())
  }
})

test('who decides on the memory that came from a copy finds the mechanical counters in agreement', async ({
  page,
  journey,
}) => {
  const { machines } = planNetwork(DEMO_SEED, Date.now())
  const hero = machines.find(({ story }) => story?.kind === 'restored')
  await journey.signIn('admin')
  await page.goto('/repairs?state=open')
  await page
    .getByRole('row', { name: new RegExp(`Meters restarted.*${hero?.serial}`) })
    .getByRole('link', { name: 'Meters restarted' })
    .click()
  await page.getByRole('link', { name: 'Decide', exact: true }).click()
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByLabel('Reason').fill('Copy of six hours before, service note 17')
  await page.getByRole('button', { name: 'Book the decision' }).click()
  await expect(page.getByText('The decision has been booked.')).toBeVisible()
  const slot = await page
    .getByRole('link', { name: hero?.serial ?? '' })
    .first()
    .getAttribute('href')
  await page.goto(`${slot}/meters`)
  await expect(page.getByText('agrees with the electronic meters')).toBeVisible()
})
