/** An island because a machine answers while the page stands still. Without it the page's link asks again. */
import { useEffect, useState } from 'react'

export interface CommandWatchProps {
  /** Where the open commands are asked for, and the page that shows them. */
  href: string
  here: string
  /** Left out where the page does not know them: then any that ends counts. */
  open?: string[]
  words: { waiting: string; answered: string; show: string }
}

const EVERY_MS = 2_000

export default function CommandWatch({ href, here, open, words }: CommandWatchProps) {
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    if (isAnswered) return
    let known = open
    const isOver = (now: string[]) => {
      known ??= now
      return now.length === 0 || known.some(id => !now.includes(id))
    }
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      void stillOpen(href).then(now => {
        if (!now || !isOver(now)) return
        // What is being typed is worth more than a fresh page.
        if (isTyping()) setAnswered(true)
        else location.replace(here)
      })
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [href, here, open, isAnswered])
  return (
    <p role="status" className="mb-2 text-sm">
      {isAnswered ? (
        <>
          {`${words.answered} `}
          <a className="link" href={here}>
            {words.show}
          </a>
        </>
      ) : (
        words.waiting
      )}
    </p>
  )
}

const isTyping = () =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'main input:not([type=hidden]), main textarea',
    ),
  ].some(field => field.value !== field.defaultValue)

async function stillOpen(href: string): Promise<string[] | null> {
  try {
    const answer = await fetch(href, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    return answer.ok ? ((await answer.json()) as { open: string[] }).open : null
  } catch {
    return null
  }
}
