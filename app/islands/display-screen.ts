/**
 * An island because values in a hall grow every second, and a page that asks again every ten would jump; without it the
 * page does ask again.
 */
import type { DisplayView, LevelView } from './display-view'
import type { Watch } from './watch'

export interface DisplayProps {
  lang: string
  look: string
}

const STREAM = '/hall/stream'
const RETRY_MS = 10_000
/** Older values are marked as such. */
const STALE_MS = 15_000
const GROWS_MS = 900

export const watchDisplay: Watch<DisplayProps> = (element, { lang, look }) => {
  let latest: DisplayView | undefined
  let receivedAt = performance.now()
  const note = element.querySelector('.display-as-of')
  const firstText = note?.textContent ?? ''

  const show = (view: DisplayView) => {
    const standing = [...element.querySelectorAll<HTMLElement>('[data-level]')].map(one => one.dataset.level)
    // Another look, language or choice of levels is another page.
    const isSame =
      view.lang === lang &&
      `${view.theme} ${view.resolution}` === look &&
      view.levels.map(level => level.id).join() === standing.join()
    if (!isSame) return location.reload()
    latest = view
    receivedAt = performance.now()
    for (const level of view.levels) {
      const place = element.querySelector<HTMLElement>(`[data-level="${level.id}"]`)
      if (place) showLevel(place, level, lang)
    }
    age()
  }
  const age = () => {
    const isStale = performance.now() - receivedAt > STALE_MS
    element.querySelector('.display-screen')?.classList.toggle('display-stale', isStale)
    if (!note) return
    const text = latest ? (isStale ? latest.stale : latest.asOf) : firstText
    if (note.textContent !== text) note.textContent = text
  }
  follow(show)
  setInterval(age, 1_000)
}

function showLevel(place: HTMLElement, level: LevelView, lang: string): void {
  const part = (name: string) => place.querySelector<HTMLElement>(`.display-${name}`)
  const [value, near, win] = [part('value'), part('near'), part('win')]
  if (!value || !near || !win) return
  switchOff(value, level.win !== null)
  switchOff(near, !level.isNear)
  if (level.win) {
    write(part('amount'), level.win.amount)
    write(part('where'), level.win.where)
  }
  switchOff(win, level.win === null)
  const [run, minor] = [Number(place.dataset.run), Number(place.dataset.minor)]
  // Of one run a value never falls, whatever came late; won, it stands at what was won.
  if (run === level.run && level.minor < minor && !level.isHeld) return
  place.dataset.run = String(level.run)
  place.dataset.minor = String(level.minor)
  if (run === level.run && level.minor > minor && !isCalm()) grow(value, minor, level, lang)
  else write(value, level.text)
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Counts upward until the next value is due. */
function grow(value: HTMLElement, from: number, level: LevelView, lang: string): void {
  const format = new Intl.NumberFormat(lang, { style: 'currency', currency: level.currency })
  const target = String(level.minor)
  value.dataset.target = target
  const begun = performance.now()
  const step = (now: number) => {
    if (value.dataset.target !== target) return
    const part = Math.min(1, (now - begun) / GROWS_MS)
    if (part === 1) return write(value, level.text)
    write(value, format.format(Math.floor(from + (level.minor - from) * part) / 100))
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

function switchOff(element: HTMLElement, isOff: boolean): void {
  if (isOff) element.dataset.off = 'yes'
  else delete element.dataset.off
}

function write(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}

function follow(show: (view: DisplayView) => void): void {
  const source = new EventSource(STREAM)
  source.addEventListener('values', event => show(JSON.parse(event.data as string) as DisplayView))
  // Its address opens nothing any more: the page says so.
  source.addEventListener('ended', () => location.reload())
  // The browser itself does not request a refused stream again.
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(show), RETRY_MS)
  }
}
