/**
 * One timer and one call a second, however many displays are open: a call for each would cost as much as the pages do.
 */
import { randomUUID } from 'node:crypto'
import { displayPaths, MOST_DISPLAYS, valuesAnswer } from '../../../backend/money/displays/displays.contract'
import { createApi } from '../../api/client.server'
import { log } from '../../process/log.server'
import { once } from '../../process/once.server'
import type { DisplayView } from '../../islands/display-view'
import { viewOf } from './display-view.server'

const EVERY_MS = 1_000

interface Viewer {
  token: string
  /** Null: its address opens nothing any more. */
  tell(view: DisplayView | null): void
}

interface Watch {
  viewers: Set<Viewer>
  timer: ReturnType<typeof setInterval> | undefined
  isAsking: boolean
}
const watch = () =>
  once('display-watch', (): Watch => ({ viewers: new Set(), timer: undefined, isAsking: false }))

/** Answers how to stop. */
export function watchDisplay(token: string, tell: Viewer['tell']): () => void {
  const all = watch()
  const viewer = { token, tell }
  all.viewers.add(viewer)
  all.timer ??= setInterval(() => void ask(all), EVERY_MS)
  return () => {
    all.viewers.delete(viewer)
    if (all.viewers.size > 0) return
    clearInterval(all.timer)
    all.timer = undefined
  }
}

async function ask(all: Watch): Promise<void> {
  if (all.isAsking) return
  all.isAsking = true
  try {
    const viewers = [...all.viewers]
    for (let at = 0; at < viewers.length; at += MOST_DISPLAYS)
      await tellAll(viewers.slice(at, at + MOST_DISPLAYS))
  } catch (error) {
    // A display that hears nothing says so by itself.
    log.info({ why: String(error) }, 'displays could not be told their values')
  } finally {
    all.isAsking = false
  }
}

async function tellAll(viewers: readonly Viewer[]): Promise<void> {
  const api = createApi({ session: null, requestId: randomUUID() })
  const { halls, of } = await api.call('POST', displayPaths.values, {
    body: { tokens: viewers.map(({ token }) => token) },
    schema: valuesAnswer,
  })
  const views = halls.map(viewOf)
  for (const [nr, { tell }] of viewers.entries()) tell(views[of[nr] ?? -1] ?? null)
}
