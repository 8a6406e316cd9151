/**
 * When a page stood, and how long a press took until the next one did: the same marks on a page that is loaded and on
 * one that is put in its place.
 */
import type { Page } from 'playwright'

/** What is looked at again is asked so rarely that it costs the page nothing. */
const LOOK_MS = 500
const PATIENCE_MS = 20_000

/**
 * Of every page, before its own scripts: `drawn` when what a window shows of it stands, `whole` when the rows below do
 * (`.later` in `list.css`). What comes after a frame's callbacks comes after its layout and its drawing. As text: the
 * compiler names functions by a helper that no page has.
 */
const WATCH = `
  const mark = name => {
    performance.clearMarks(name)
    performance.mark(name)
  }
  const afterFrame = then => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    port2.postMessage(null)
  })
  const waiting = () => document.getAnimations().some(({ animationName }) => animationName === 'later')
  const whole = () => waiting() ? afterFrame(whole) : mark('whole')
  const drawn = () => afterFrame(() => {
    mark('drawn')
    whole()
  })
  addEventListener('load', drawn)
  navigation.addEventListener('currententrychange', drawn)
  addEventListener('click', event => { localStorage.pressed = performance.timeOrigin + event.timeStamp }, true)`

export const watch = (page: Page) => page.addInitScript(WATCH)

/** Milliseconds from the press of a link until the first frame of its page is drawn. */
export async function untilDrawn(page: Page, press: () => Promise<void>): Promise<number> {
  const before = page.url()
  await press()
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    await page.waitForTimeout(LOOK_MS)
    const ms = page.url() === before ? 0 : await page.evaluate(sincePress).catch(() => 0)
    if (ms > 0) return ms
    if (Date.now() > until) throw new Error(`The page after ${before} was not shown`)
  }
}

/** Of the frame that was drawn last; nothing and less when it is of the page before. */
const sincePress = () => {
  const [drawn] = performance.getEntriesByName('drawn')
  return drawn ? performance.timeOrigin + drawn.startTime - Number(localStorage.pressed) : 0
}
