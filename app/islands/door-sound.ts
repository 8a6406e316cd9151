/**
 * A sound on top of the door's word and shape, made by the browser's own oscillator: nothing is fetched for
 * it, and it begins when the answer is on the screen. Whether it sounds is this device's affair and stays
 * with it. Loaded on the door's page alone.
 */
import type { DoorAnswerName, DoorSoundProps } from './door-sound-props'

/**
 * Hertz and seconds, one after the other. Allow rises and is soft, deny is low and rough and comes three times, manager
 * is two equal notes.
 */
const tones: Record<DoorAnswerName, { wave: OscillatorType; notes: readonly (readonly [number, number])[] }> =
  {
    allow: {
      wave: 'sine',
      notes: [
        [660, 0.12],
        [990, 0.22],
      ],
    },
    deny: {
      wave: 'sawtooth',
      notes: [
        [150, 0.22],
        [150, 0.22],
        [150, 0.4],
      ],
    },
    manager: {
      wave: 'triangle',
      notes: [
        [440, 0.2],
        [440, 0.2],
      ],
    },
  }
const PAUSE_S = 0.06
const LOUDNESS = 0.3
/** A browser that lets a page sound says so at once. An answer's tone must not come with the next person's key. */
const PATIENCE_MS = 300
const STORAGE_KEY = 'door-sound'

export function startDoorSound(element: HTMLElement, { answer, words }: DoorSoundProps): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn btn-sm'
  const message = document.createElement('span')
  message.className = 'ml-2'
  message.setAttribute('role', 'status')
  let isOn = wasOn()
  const show = () => {
    button.setAttribute('aria-pressed', String(isOn))
    button.textContent = isOn ? words.on : words.off
  }
  const sound = async (name: DoorAnswerName) => {
    message.textContent = (await play(name)) ? '' : words.held_back
  }
  button.addEventListener('click', () => {
    isOn = !isOn
    keep(isOn)
    show()
    message.textContent = ''
    // What it sounds like, and the press that some browsers wait for.
    if (isOn) void sound('allow')
  })
  show()
  element.append(button, message)
  if (isOn && answer) void sound(answer)
}

/** False where the browser keeps it back. */
async function play(name: DoorAnswerName): Promise<boolean> {
  try {
    const audio = new AudioContext()
    if (audio.state !== 'running')
      await Promise.race([audio.resume(), new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
    if (audio.state !== 'running') {
      await audio.close()
      return false
    }
    const { wave, notes } = tones[name]
    let at = audio.currentTime
    for (const [hertz, seconds] of notes) {
      const oscillator = audio.createOscillator()
      const gain = audio.createGain()
      oscillator.type = wave
      oscillator.frequency.value = hertz
      gain.gain.setValueAtTime(LOUDNESS, at)
      // Cut off at once it would click.
      gain.gain.linearRampToValueAtTime(0, at + seconds)
      oscillator.connect(gain).connect(audio.destination)
      oscillator.start(at)
      oscillator.stop(at + seconds)
      at += seconds + PAUSE_S
    }
    setTimeout(() => void audio.close(), (at - audio.currentTime) * 1_000 + PATIENCE_MS)
    return true
  } catch {
    return false
  }
}

/** On until somebody switches it off; also where the browser keeps nothing. */
function wasOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

function keep(isOn: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off')
  } catch {
    // It holds for this page then.
  }
}
