import { JSDOM } from 'jsdom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startDoorSound } from './door-sound'
import type { DoorAnswerName } from './door-sound-props'

/** What was played: wave and notes in order. */
let played: { wave: string; hertz: number[] }[] = []
let isAllowed = true
class FakeAudio {
  state: string
  currentTime = 0
  destination = {}
  private readonly heard = { wave: '', hertz: [] as number[] }
  constructor() {
    this.state = isAllowed ? 'running' : 'suspended'
    if (isAllowed) played.push(this.heard)
  }
  resume = () => new Promise<void>(() => {})
  close = () => Promise.resolve()
  createOscillator() {
    const { heard } = this
    return {
      frequency: {
        set value(hertz: number) {
          heard.hertz.push(hertz)
        },
      },
      set type(wave: string) {
        heard.wave = wave
      },
      connect: <Next>(next: Next) => next,
      start() {},
      stop() {},
    }
  }
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {} },
    connect: <Next>(next: Next) => next,
  })
}

let page: JSDOM
beforeEach(() => {
  page = new JSDOM('<div id="here"></div>', { url: 'http://console.test/player-exclusion/door' })
  played = []
  isAllowed = true
  vi.useFakeTimers()
  vi.stubGlobal('document', page.window.document)
  vi.stubGlobal('localStorage', page.window.localStorage)
  vi.stubGlobal('AudioContext', FakeAudio)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const words = { on: 'Sound on', off: 'Sound off', held_back: 'The browser keeps it back' }
async function open(answer: DoorAnswerName | null) {
  const element = page.window.document.createElement('div')
  startDoorSound(element, { answer, words })
  await vi.advanceTimersByTimeAsync(1_000)
  const button = element.querySelector('button') as HTMLButtonElement
  return { button, text: () => element.textContent }
}

it('sounds another tone for each answer, and none before the first', async () => {
  await open(null)
  expect(played).toEqual([])
  for (const answer of ['allow', 'deny', 'manager'] as const) await open(answer)
  const [allow, deny, manager] = played
  expect(new Set(played.map(one => one.wave)).size).toBe(3)
  expect(Math.max(...(deny?.hertz ?? []))).toBeLessThan(Math.min(...(allow?.hertz ?? [])) / 3)
  expect(deny?.hertz.length).toBeGreaterThan(manager?.hertz.length ?? 0)
})

it('is switched off on the page, which stays off until it is switched on', async () => {
  const { button } = await open('allow')
  expect(button.getAttribute('aria-pressed')).toBe('true')
  button.click()
  expect([button.textContent, button.getAttribute('aria-pressed')]).toEqual(['Sound off', 'false'])
  played = []
  const later = await open('deny')
  expect(played).toEqual([])
  expect(later.button.textContent).toBe('Sound off')
  later.button.click()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(played).toHaveLength(1)
  expect((await open('deny')).button.textContent).toBe('Sound on')
})

it('says that a browser keeps it back, and never sounds an answer late', async () => {
  isAllowed = false
  const { text } = await open('deny')
  expect(text()).toContain('keeps it back')
  expect(played).toEqual([])
})
