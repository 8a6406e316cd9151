/** An island because a long task moves on while its page stands still. Without it the page shows the state it was made with. */
import { useEffect, useState } from 'react'

export interface ProgressProps {
  task: {
    id: string
    state: string
    /** Basis points: 10,000 is all of it. */ progress: number
    note: string | null
  }
  /** BCP 47 tag. */
  locale: string
  /** Once it is over, the page as it then stands has more to show. */
  reload?: boolean
  words: { label: string; /** By state. */ states: Record<string, string> }
}

const EVERY_MS = 2_000
const ALL = 10_000
const isOver = (state: string) => state === 'done' || state === 'failed' || state === 'cancelled'

export default function Progress({ task, locale, words, reload }: ProgressProps) {
  const [now, setNow] = useState(task)
  useEffect(() => {
    if (isOver(now.state)) {
      if (reload && !isOver(task.state)) location.reload()
      return
    }
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return setNow(held => ({ ...held }))
      void current(task.id).then(found => {
        setNow(held => found ?? { ...held })
      })
    }, EVERY_MS)
    return () => clearTimeout(timer)
  }, [now, task, reload])
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(
    Math.floor(now.progress / 100) / 100,
  )
  return (
    <div className="progress-line">
      <progress className="progress" max={ALL} value={now.progress} aria-label={words.label} />
      <span role="status">{`${words.states[now.state] ?? now.state} ${share}${now.note ? ` · ${now.note}` : ''}`}</span>
    </div>
  )
}

async function current(id: string): Promise<ProgressProps['task'] | null> {
  try {
    const answer = await fetch(`/tasks/${id}/progress.json`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    })
    return answer.ok ? ((await answer.json()) as ProgressProps['task']) : null
  } catch {
    return null
  }
}
