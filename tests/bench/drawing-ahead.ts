/**
 * A browser as people have it: it may draw a page before a link is pressed. Chromium refuses that in a page that is driven from outside, as
 * Playwright does, and allows it where the tab is driven (`PrerenderingDisabledByDevTools`), so this one is spoken to directly, in a few words of
 * the DevTools protocol.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'undici'

export interface Cookie {
  name: string
  value: string
  url: string
}

export interface Press {
  /** Milliseconds from the press of a link until the first frame after its page, loaded, is the one that is shown. */
  ms: number
  /** The page had been asked for, and drawn as far as it was, before the press. */
  ahead: boolean
}

/** What the browser answers: ids and values, by name. */
interface Answered {
  browserContextId?: string
  targetId?: string
  sessionId?: string
  result?: { value?: unknown }
}

interface Message {
  id?: number
  method?: string
  sessionId?: string
  params?: { sessionId: string; targetInfo: { type: string } }
  result?: Answered
  error?: { message: string }
}
type Send = (method: string, params?: object, sessionId?: string) => Promise<Answered>

/** Of every page, before its own scripts: when a link was pressed, and when the page stood. */
const WATCH = `
  addEventListener('click', event => { localStorage.pressed = performance.timeOrigin + event.timeStamp }, true)
  addEventListener('load', () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => performance.mark('drawn')
    port2.postMessage(null)
  }))`
const PATIENCE_MS = 20_000
/** The page's script has woken. */
const SETTLED_MS = 700

export async function startDrawingAhead(executable: string, slower: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-browser-'))
  const running = spawn(
    executable,
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      // With a mouse, whatever this machine has.
      '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise<void>(resolve => running.once('exit', () => resolve()))
  const socket = new WebSocket(await whereItListens(folder))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The browser takes no connection')))
  })
  const waiting = new Map<number, { resolve: (value: Answered) => void; reject: (error: Error) => void }>()
  /** Sessions of the pages of a tab, by its own session: the one that was shown, then one that is drawn ahead. */
  const pages = new Map<string, { sessionId: string; made: Promise<void> }[]>()
  let last = 0
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params, sessionId }))
    })
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    const asked = message.id === undefined ? undefined : waiting.get(message.id)
    if (asked && message.error) asked.reject(new Error(message.error.message))
    else asked?.resolve(message.result ?? {})
    if (message.method !== 'Target.attachedToTarget' || !message.params) return
    const { sessionId, targetInfo } = message.params
    const made = watched(sessionId)
    made.catch(() => undefined) // No page, or one that went meanwhile.
    if (targetInfo.type === 'page') pages.get(message.sessionId ?? '')?.push({ sessionId, made })
  })
  /** A page waits until it is as slow as the others and watches itself. */
  const watched = async (session: string) => {
    await Promise.all([
      send('Emulation.setCPUThrottlingRate', { rate: slower }, session),
      send('Page.enable', {}, session),
      send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH }, session),
      send('Runtime.runIfWaitingForDebugger', {}, session),
    ])
  }
  const evaluated = async (expression: string, session: string): Promise<unknown> => {
    const { result } = await send('Runtime.evaluate', { expression, returnByValue: true }, session)
    return result?.value
  }

  return {
    /** Opens a page anew, rests the pointer on the link, presses it, and waits until the next page is shown. */
    async press(url: string, cookies: Cookie[], link: string, restMs: number): Promise<Press> {
      const { browserContextId } = await send('Target.createBrowserContext')
      await send('Storage.setCookies', { cookies, browserContextId })
      const { targetId } = await send('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
        forTab: true,
        width: 1280,
        height: 900,
      })
      const { sessionId: tab = '' } = await send('Target.attachToTarget', { targetId, flatten: true })
      const own: { sessionId: string; made: Promise<void> }[] = []
      pages.set(tab, own)
      await send(
        'Target.setAutoAttach',
        { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
        tab,
      )
      const opened = await eventually(async () => own[0], 'The tab has no page')
      await opened.made
      const first = opened.sessionId
      await send('Page.navigate', { url }, first)
      const drawn = `performance.getEntriesByName('drawn').length > 0 && location.href !== 'about:blank'`
      await eventually(async () => (await evaluated(drawn, first)) === true, `${url} was not drawn`)
      await delay(SETTLED_MS)
      const at = (await evaluated(
        `(() => {
          const link = document.querySelector(${JSON.stringify(link)})
          link.scrollIntoView({ block: 'center' })
          const { x, y, width, height } = link.getBoundingClientRect()
          return { x: x + width / 2, y: y + height / 2 }
        })()`,
        first,
      )) as { x: number; y: number }
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at }, first)
      await delay(restMs)
      const button = { ...at, button: 'left', clickCount: 1 }
      void send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button }, first).catch(() => undefined)
      void send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }, first).catch(
        () => undefined,
      )
      const press = await eventually(async () => {
        return (await evaluated(
          `location.href !== ${JSON.stringify(url)} && !document.prerendering && performance.getEntriesByName('drawn').length > 0 && {
            ms: performance.timeOrigin + performance.getEntriesByName('drawn')[0].startTime - Number(localStorage.pressed),
            ahead: performance.getEntriesByType('navigation')[0].activationStart > 0 }`,
          own.at(-1)?.sessionId ?? first,
        )) as Press | false
      }, `The page after ${url} was not shown`)
      pages.delete(tab)
      await send('Target.disposeBrowserContext', { browserContextId })
      return press
    },
    async end() {
      socket.close()
      running.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function whereItListens(folder: string): Promise<string> {
  const file = path.join(folder, 'DevToolsActivePort')
  const text = await eventually(() => readFile(file, 'utf8'), 'The browser did not start')
  const [port, address] = text.split('\n')
  return `ws://127.0.0.1:${port}${address}`
}

/** What `ask` answers as soon as it is something; a page that is just being replaced cannot be asked. */
async function eventually<T>(ask: () => Promise<T | false | undefined>, otherwise: string): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > until) throw new Error(otherwise)
    await delay(25)
  }
}
