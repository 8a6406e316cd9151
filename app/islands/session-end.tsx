/**
 * An island because only an open page can warn somebody who is typing that their session is about to end. It
 * is drawn shortly before that (session-watch.ts). Without it the footer says when the session ends, and a
 * form that arrives later is saved through the sign-in.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { postForm } from './post-form'
import { isEnd, type End } from './session-state'
import { askJson, LONGEST_MS } from './watch'

export interface SessionEndProps {
  end: End
  /** How far the viewer's clocks are ahead of UTC, milliseconds: a kiosk's own zone data are as old as its browser. */
  clockAhead: number
  words: { idle: string; final: string; ended: string; stay: string; unreached: string; signIn: string }
}

const ASK_AGAIN_MS = 15_000

export default function SessionEnd({ end, clockAhead, words }: SessionEndProps) {
  const [known, setKnown] = useState<{ at: number; end: End } | null>(null)
  const [said, setSaid] = useState<'idle' | 'final' | 'ended' | null>(null)
  const [isUnreached, setUnreached] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()

  const follow = useCallback((found: End) => {
    const at = Date.now() + found.remaining
    setKnown({ at, end: found })
    if (found.remaining <= 0) {
      // On a device that people share, nobody's figures stay on the screen; what was typed does.
      if (isTyped()) setSaid('ended')
      else location.reload()
      return
    }
    const isNear = found.remaining <= found.warning
    setSaid(isNear ? (found.isFinal ? 'final' : 'idle') : null)
    // Before it speaks it asks: another tab may have gone on working.
    const askIn = (wait: number) => {
      timer.current = setTimeout(
        () => void askJson('/session.json', isEnd).then(now => (now ? follow(now) : askIn(ASK_AGAIN_MS))),
        Math.min(wait, LONGEST_MS),
      )
    }
    askIn(isNear ? found.remaining + 1_000 : found.remaining - found.warning)
  }, [])

  useEffect(() => {
    follow(end)
    return () => clearTimeout(timer.current)
  }, [end, follow])

  const stay = () => {
    clearTimeout(timer.current)
    setUnreached(false)
    void postForm('/session', [], isEnd).then(({ answer }) => {
      setUnreached(!answer)
      follow(answer ?? { ...end, remaining: Math.max(1, (known?.at ?? 0) - Date.now()) })
    })
  }

  if (said === null || !known) return null
  const time = new Intl.DateTimeFormat(document.documentElement.lang, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(known.at + clockAhead)
  return (
    <div role="alert" className="session-note no-print">
      <p>{words[said].replace('{time}', time)}</p>
      {said === 'idle' && isUnreached && <p>{words.unreached}</p>}
      {said === 'idle' && (
        <button type="button" className="btn btn-primary btn-sm" onClick={stay}>
          {words.stay}
        </button>
      )}
      {said === 'ended' && (
        <a className="btn btn-sm" href="/auth/login" target="_blank" rel="noopener">
          {words.signIn}
        </a>
      )}
    </div>
  )
}

/** Something that the page did not come with. */
function isTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'main input:not([type=hidden]), main textarea, main select',
  )
  return [...fields].some(field => {
    if (field instanceof HTMLSelectElement)
      return (
        [...field.options].some(option => option.selected !== option.defaultSelected) &&
        field.selectedIndex !== 0
      )
    return 'defaultChecked' in field && /^(?:checkbox|radio)$/.test(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue
  })
}
