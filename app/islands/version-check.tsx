/** An island because only a page that is open for hours can miss a new build; it asks once a minute. */
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon'

export interface VersionCheckProps {
  /** Of the build that made this page. */
  commit: string
  words: { available: string; title: string; text: string; refresh: string; later: string }
}

/** Specification section 9. */
const EVERY_MS = 60_000

export default function VersionCheck({ commit, words }: VersionCheckProps) {
  const [isNewer, setNewer] = useState(false)
  const [wasShown, setShown] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const show = () => {
    setShown(true)
    dialog.current?.showModal()
  }

  useEffect(() => {
    if (isNewer) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void runningCommit().then(running => {
          if (running !== null && running !== commit) setNewer(true)
        })
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [commit, isNewer])

  useEffect(() => {
    // Whoever is typing is not interrupted: the button waits for them.
    if (isNewer && !wasShown && !isTyping()) show()
  }, [isNewer, wasShown])

  return (
    <>
      {isNewer && !wasShown && (
        <button type="button" className="btn btn-sm" onClick={show}>
          <Icon name="refresh" />
          {words.available}
        </button>
      )}
      <dialog ref={dialog} className="dialog" aria-labelledby="new-version">
        <div className="dialog-head">
          <h2 id="new-version">{words.title}</h2>
        </div>
        <p>{words.text}</p>
        <div className="form-actions">
          <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
            {words.refresh}
          </button>
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            {words.later}
          </button>
        </div>
      </dialog>
    </>
  )
}

/** Null when the server does not say: a console being restarted is not a new version. */
async function runningCommit(): Promise<string | null> {
  try {
    const answer = await fetch('/version.json', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    const { commit } = (await answer.json()) as { commit?: unknown }
    return answer.ok && typeof commit === 'string' ? commit : null
  } catch {
    return null
  }
}

const isTyping = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
  document.querySelector('dialog[open], :popover-open') !== null
