/** An island because only a page that is open for hours can miss a new build: it is drawn when there is one. */
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon'

export interface VersionCheckProps {
  /** Of the build that made this page. */
  commit: string
  words: { available: string; title: string; text: string; refresh: string; later: string }
}

export default function VersionCheck({ words }: VersionCheckProps) {
  const [wasShown, setShown] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const show = () => {
    setShown(true)
    dialog.current?.showModal()
  }

  useEffect(() => {
    // Whoever is typing is not interrupted: the button waits for them.
    if (!isTyping()) show()
  }, [])

  return (
    <>
      {!wasShown && (
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

const isTyping = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
  document.querySelector('dialog[open], details[name=menu][open]') !== null
