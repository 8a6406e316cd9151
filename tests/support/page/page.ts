/**
 * A browser without scripts, without layout and without a window: it follows links and redirects, keeps cookies, sends
 * forms and shows what came back. Its words are Playwright's, so a journey reads the same whichever of the two it runs
 * in.
 */
import { JSDOM } from 'jsdom'
import { validityOf } from '../html-validity'
import type { TestConsole } from '../console'
import { byLabel, byRole, bySelector, byText, Locator, saidRole, type ByRole, type Filter } from './locator'
import { fileOf, sendingOf, type FilePayload, type Sending } from './form'
import type { Text } from './names'
import { ORIGIN } from './origin'

export interface Answer {
  status(): number
  headers(): Record<string, string>
  url(): string
  text(): Promise<string>
  body(): Promise<Buffer>
  ok(): boolean
}

export interface Visitor {
  locale: string
  /** Documents whose HTML was judged, and what was wrong with them. */
  problems: Promise<string[]>[]
  statuses: { status: number; url: string }[]
}

const MOST_REDIRECTS = 10

/** Cookies of one browser; several pages may share them. */
export class Cookies {
  private readonly kept = new Map<string, string>()
  set(name: string, value: string): void {
    this.kept.set(name, value)
  }
  get(name: string): string | undefined {
    return this.kept.get(name)
  }
  clear(): void {
    this.kept.clear()
  }
  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      const ended = attributes.some(
        one => /^max-age=0$/i.test(one) || (/^expires=/i.test(one) && Date.parse(one.slice(8)) <= Date.now()),
      )
      if (ended) this.kept.delete(name)
      else this.kept.set(name, value)
    }
  }
  header(): Record<string, string> {
    return this.kept.size > 0
      ? { cookie: [...this.kept].map(([name, value]) => `${name}=${value}`).join('; ') }
      : {}
  }
}

export class Page {
  private html = ''
  private dom: JSDOM | undefined
  private past: URL[] = []
  private at = new URL('about:blank')

  constructor(
    readonly site: Pick<TestConsole, 'fetch'>,
    readonly visitor: Visitor,
    readonly cookies = new Cookies(),
  ) {}

  /** Read when first asked for: many a page is only passed through. */
  get document(): Document {
    return (this.dom ??= new JSDOM(this.html, { url: this.at.protocol === 'about:' ? ORIGIN : this.at.href }))
      .window.document
  }
  url(): string {
    return this.at.href
  }
  async title(): Promise<string> {
    return Promise.resolve(this.document.title)
  }
  async content(): Promise<string> {
    return Promise.resolve(this.html)
  }

  async goto(path: string): Promise<Answer> {
    return this.visit({ method: 'GET', url: new URL(path, this.at.protocol === 'about:' ? ORIGIN : this.at) })
  }
  async reload(): Promise<Answer> {
    return this.visit({ method: 'GET', url: this.at })
  }
  async goBack(): Promise<Answer> {
    this.past.pop()
    const before = this.past.pop()
    if (!before) throw new Error('There is no page before this one')
    return this.visit({ method: 'GET', url: before })
  }

  getByRole(role: string, options: ByRole = {}): Locator {
    return new Locator(this, byRole(role, options), saidRole(role, options))
  }
  getByLabel(text: Text, { exact }: { exact?: boolean } = {}): Locator {
    return new Locator(this, byLabel(text, exact), `label ${String(text)}`)
  }
  getByText(text: Text, { exact }: { exact?: boolean } = {}): Locator {
    return new Locator(this, byText(text, exact), `text ${String(text)}`)
  }
  locator(selector: string, filter?: Filter): Locator {
    const found = new Locator(this, bySelector(selector), selector)
    return filter ? found.filter(filter) : found
  }

  /** Without following anything or leaving this page; with this browser's cookies. */
  readonly request = {
    get: async (path: string, options: { headers?: Record<string, string> } = {}): Promise<Answer> =>
      answerOf(await this.send({ method: 'GET', url: new URL(path, ORIGIN) }, options.headers), path),
    post: async (
      path: string,
      {
        form,
        multipart,
        headers,
      }: {
        form?: Record<string, string>
        multipart?: Record<string, string | FilePayload>
        headers?: Record<string, string>
      },
    ): Promise<Answer> => {
      const body = multipart ? partsOf(multipart) : new URLSearchParams(form).toString()
      return answerOf(
        await this.send(
          {
            method: 'POST',
            url: new URL(path, ORIGIN),
            body,
            ...(multipart ? {} : { type: 'application/x-www-form-urlencoded' }),
          },
          headers,
        ),
        path,
      )
    },
  }

  async press(element: Element, said: string): Promise<void> {
    const target = element.closest('a[href], button, input, summary, label, select, option')
    if (!target) throw new Error(`Pressing ${said} does nothing without scripts`)
    if (target.localName === 'a') {
      await this.visit({ method: 'GET', url: new URL(target.getAttribute('href') ?? '', this.at) })
    } else if (target.localName === 'summary') {
      target.parentElement?.toggleAttribute('open')
    } else if (target.localName === 'label') {
      const control = (target as HTMLLabelElement).control
      if (control) await this.press(control, said)
    } else if (['checkbox', 'radio'].includes((target as HTMLInputElement).type)) {
      const box = target as HTMLInputElement
      box.checked = box.type === 'radio' || !box.checked
    } else {
      await this.pressButton(target as HTMLButtonElement, said)
    }
  }

  private async pressButton(button: HTMLButtonElement, said: string): Promise<void> {
    if (button.disabled) throw new Error(`${said} is disabled`)
    const opens = button.getAttribute('popovertarget')
    if (opens) {
      this.document.getElementById(opens)?.removeAttribute('popover')
    } else if (button.type === 'submit' && button.form) {
      await this.visit(sendingOf(button.form, button, this.at))
    } else if (button.type === 'reset') {
      button.form?.reset()
    } else {
      throw new Error(`Pressing ${said} does nothing without scripts`)
    }
  }

  /** Enter in a field presses its form's first button. */
  async enter(field: HTMLElement): Promise<void> {
    const form = (field as HTMLInputElement).form
    if (!form) throw new Error('There is no form to send')
    const first = [...form.elements].find(one => (one as HTMLButtonElement).type === 'submit') as
      | HTMLButtonElement
      | undefined
    await this.visit(sendingOf(form, first ?? null, this.at))
  }

  private async visit(sending: Sending): Promise<Answer> {
    const answer = await this.follow(sending)
    const html = await answer.response.clone().text()
    if ((answer.response.headers.get('content-type') ?? '').startsWith('text/html')) {
      this.show(html, answer.url)
      this.visitor.statuses.push({
        status: answer.response.status,
        url: answer.url.pathname + answer.url.search,
      })
      this.visitor.problems.push(
        validityOf(html, `${answer.response.status} ${answer.url.pathname}${answer.url.search}`),
      )
    }
    return answerOf(answer.response, answer.url.href)
  }

  private async follow(first: Sending): Promise<{ response: Response; url: URL }> {
    let sending = first
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await this.send(sending)
      const to = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || !to) return { response, url: sending.url }
      const url = new URL(to, sending.url)
      if (url.hash === '' && sending.url.hash !== '') url.hash = sending.url.hash
      if (url.origin !== ORIGIN) throw new Error(`Sent away to ${url.href}`)
      sending = [307, 308].includes(response.status) ? { ...sending, url } : { method: 'GET', url }
    }
    throw new Error(`${first.url.pathname} redirects without end`)
  }

  /** One request and its answer, as a browser would send it from this page. */
  async send(
    { method, url, body: parts, type: named }: Sending,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    if (url.origin !== ORIGIN) throw new Error(`${url.href} is no page of the console`)
    // Browsers always say how long a form is.
    const whole = parts === undefined ? undefined : new Response(parts)
    const type = named ?? whole?.headers.get('content-type')
    const body = whole && Buffer.from(await whole.arrayBuffer())
    const response = await this.site.fetch(url.pathname + url.search, {
      method,
      headers: {
        accept: 'text/html,application/xhtml+xml',
        'accept-language': this.visitor.locale,
        'user-agent': 'page',
        'sec-fetch-site': this.at.protocol === 'about:' ? 'none' : 'same-origin',
        ...(method === 'POST' ? { origin: ORIGIN } : {}),
        ...(type ? { 'content-type': type } : {}),
        ...(body ? { 'content-length': String(body.byteLength) } : {}),
        ...this.cookies.header(),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    this.cookies.take(response)
    return response
  }

  private show(html: string, url: URL): void {
    this.dom?.window.close()
    this.dom = undefined
    this.html = html
    this.at = url
    this.past.push(url)
  }
}

function answerOf(response: Response, url: string): Answer {
  let bytes: Promise<Buffer> | undefined
  const body = () => (bytes ??= response.arrayBuffer().then(buffer => Buffer.from(buffer)))
  return {
    status: () => response.status,
    ok: () => response.ok,
    url: () => url,
    body,
    headers: () => Object.fromEntries(response.headers),
    text: async () => (await body()).toString('utf8'),
  }
}

function partsOf(parts: Record<string, string | FilePayload>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(parts))
    data.append(name, typeof value === 'string' ? value : fileOf(value))
  return data
}
