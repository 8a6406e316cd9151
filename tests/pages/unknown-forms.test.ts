/**
 * A form that a page does not know is refused: whoever pressed a button of an older page, or of a script that posts to
 * the wrong address, must not be led on as if something had been done. Checked for each route that has an action, with
 * a real record behind its address.
 */
import { matchRoutes } from '@remix-run/router'
import { builtRoutes, type TestConsole } from '../support/console'
import { expect, test } from '../support/journey'
import { pagesOf } from '../support/page-kinds'

type Fields = [string, string][]

/** A button and a field that no page has. */
const UNKNOWN: Fields = [
  ['intent', 'no_such_intent'],
  ['no_such_field', 'x'],
]
/** Lists that open on what is open have more rows, each with its buttons, where all are shown. */
const WHOLE = ['/notifications/list?view=all']
/** Where no page of the walk has a form: what is sent is judged before it is looked for whom it concerns. */
const NOBODY = 'f'.repeat(24)
const MORE = [
  '/logout',
  '/session',
  '/auth/login',
  '/auth/take-over',
  '/notifications/mark',
  '/operations/shift-handovers/new',
  `/admin/outbox/${NOBODY}/file`,
  `/repairs/${NOBODY}/decide`,
  `/comments/${NOBODY}`,
  `/ignored-messages/add?smib=${NOBODY}&at=1&nr=1`,
  `/message-edits/part?smib=${NOBODY}&at=1&nr=1`,
  `/player-exclusion/players/${NOBODY}/file.json`,
  `/slots/${NOBODY}/revert?entry=${NOBODY}`,
  `/bulk-actions/${NOBODY}`,
  `/shared?link=${'x'.repeat(43)}`,
  `/shared/print?link=${'x'.repeat(43)}`,
]

test('every route refuses a form that it does not know, in words, and stores nothing', async ({
  page,
  site,
  journey,
}) => {
  journey.allowErrors(/./)
  await journey.signIn('admin')
  const routes = await routesWithAction()
  const forms = new Map<string, { address: string; fields: Fields }[]>()
  const add = (address: string, fields: Fields) => {
    const id = routes.at(address)
    if (!id) return
    const known = forms.get(id) ?? []
    const names = (one: Fields) => one.map(([name]) => name).join()
    if (!known.some(one => names(one.fields) === names(fields)))
      forms.set(id, [...known, { address, fields }])
  }
  for (const path of [...(await pagesOf(page)).map(one => one.path), ...WHOLE]) {
    await page.goto(path)
    add(path, UNKNOWN)
    for (const form of page.document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
      const { pathname, search } = new URL(form.getAttribute('action') ?? path, page.url())
      add(pathname + search, UNKNOWN)
      // A page that was open for long has all the fields, and a button that is no more.
      const hidden = [
        ...form.querySelectorAll<HTMLInputElement>('input[type=hidden][name]:not([name=intent])'),
      ]
      if (form.querySelector('button[name=intent]') && hidden.length > 0)
        add(pathname + search, [
          ...hidden.map(({ name, value }) => [name, value] as [string, string]),
          ['intent', 'no_such_intent'],
        ])
    }
  }
  for (const address of MORE) add(address, UNKNOWN)

  const before = await entriesOf(site)
  const wrong: string[] = []
  for (const [id, asked] of forms)
    for (const { address, fields } of asked) {
      const { status, location } = await post(address, fields)
      // A refusal that is kept is shown by the page that it leads to.
      const isStored = status === 303 && location !== null && /[?&]answer=/.test(location)
      const answered = isStored ? (await page.goto(location)).status() : status
      if (answered < 400 || answered > 499)
        wrong.push(
          `${answered} ${location ?? ''} ${address} ${new URLSearchParams(fields).toString()} (${id})`,
        )
    }
  expect(wrong.sort()).toEqual([])
  expect(await entriesOf(site)).toBe(before)
  expect(routes.unasked(new Set(forms.keys()))).toEqual([])

  async function post(address: string, fields: Fields) {
    const body = new URLSearchParams(fields).toString()
    const response = await site.fetch(address, {
      method: 'POST',
      body,
      headers: {
        ...page.cookies.header(),
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
        'sec-fetch-site': 'same-origin',
      },
    })
    await response.text()
    return { status: response.status, location: response.headers.get('location') }
  }
}, 580_000)

async function entriesOf({ deps: { db } }: TestConsole): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** As the built console finds them. */
async function routesWithAction() {
  const built = Object.values(await builtRoutes()).filter(({ id }) => id !== 'root')
  const table = built.map(({ id, path, index }) => (index ? { id, index } : { id, path: path ?? '' }))
  const ids = built.filter(({ module }) => module.action !== undefined).map(({ id }) => id)
  const at = (address: string): string | undefined => {
    const id = matchRoutes(table as never, new URL(address, 'http://console.test').pathname)?.at(-1)?.route.id
    return id !== undefined && ids.includes(id) ? id : undefined
  }
  /** Routes share actions: asked at one address, an action has been asked. */
  const unasked = (asked: Set<string>) => {
    const known = new Set(built.filter(({ id }) => asked.has(id)).map(({ module }) => module.action))
    return built.filter(({ module }) => module.action && !known.has(module.action)).map(({ id }) => id)
  }
  return { at, unasked }
}
