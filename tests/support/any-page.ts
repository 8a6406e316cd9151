/** What is done alike on a browser's page and on the one in process. */

/** What a browser's page and the one in process have in common. */
export interface AnyPage {
  goto(path: string): Promise<unknown>
  url(): string
  locator(selector: string): AnyLocator
  /** A browser's own. */
  waitForLoadState?(): Promise<void>
}
interface AnyLocator {
  first(): AnyLocator
  last(): AnyLocator
  count(): Promise<number>
  fill(text: string): Promise<void>
  selectOption(value: string): Promise<unknown>
  click(): Promise<void>
  getAttribute(name: string): Promise<string | null>
}

/** The page that a button of this one leads to. */
export async function pressed(page: AnyPage, at: string, intent: string): Promise<string> {
  await page.goto(at)
  await page.locator(`button[name="intent"][value="${intent}"]`).click()
  await page.waitForLoadState?.()
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** The page that a form's main button leads to, in any language; with `text` pasted into it. */
export async function sent(page: AnyPage, path: string, text?: string): Promise<string> {
  await page.goto(path)
  if (text !== undefined) await page.locator('textarea[name="text"]').fill(text)
  await page.locator('main form .btn-primary').last().click()
  await arrived(page, /[0-9a-f]{24}$/)
  return new URL(page.url()).pathname
}

/** The demo network's own history is one: under way, or over. */
export async function taskOf(page: AnyPage): Promise<string> {
  for (const list of ['/advanced/tasks', '/advanced/tasks?show=completed']) {
    await page.goto(list)
    const link = page.locator('th[scope=row] a[href]').first()
    if (await link.count()) return (await link.getAttribute('href')) ?? ''
  }
  throw new Error('There is no task')
}

/** A browser may still be on its way when a press is over. */
export async function arrived(page: AnyPage, where: RegExp): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (where.test(page.url())) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`Still at ${page.url()}, not at ${String(where)}`)
}

/** Where a list's first row leads to. */
export async function firstRecord(page: AnyPage, list: string): Promise<string> {
  await page.goto(list)
  const path = await page.locator('th[scope=row] a[href]').first().getAttribute('href')
  if (!path) throw new Error(`${list} has no record`)
  return path
}
