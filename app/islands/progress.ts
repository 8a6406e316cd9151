/**
 * An island because a long task moves on while its page stands still. Without it the page shows the state it was made
 * with.
 */
import { askJson, hasShape, isLookedAt, type Watch } from './watch'

export interface ProgressProps {
  task: {
    id: string
    state: string
    /** Basis points: 10,000 is all of it. */ progress: number
    note: string | null
  }
  /** BCP 47 tag. */
  locale: string
  /** Once it is over, the page as it then stands has more to show; `state`: as soon as it has begun, too. */
  reload?: boolean | 'state'
  /** By state. */
  states: Record<string, string>
}

const EVERY_MS = 2_000
const isTask = hasShape<ProgressProps['task']>({
  id: 'string',
  state: 'string',
  progress: 'number',
})
export const ALL = 10_000
const isOver = (state: string) => state === 'done' || state === 'failed' || state === 'cancelled'

/** The server and the script say it in the same words. */
export function progressWords(
  { state, progress, note }: ProgressProps['task'],
  { locale, states }: Pick<ProgressProps, 'locale' | 'states'>,
): string {
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(progress / 100) / 100)
  const { format } = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  return `${states[state] ?? state} ${share}${note ? ` · ${groupedNote(note, format)}` : ''}`
}

/** The backend writes "2000 / 55098"; a reader groups as everywhere. */
export const groupedNote = (note: string, number: (value: number) => string): string =>
  /^\d+ \/ \d+$/.test(note) ? note.replaceAll(/\d+/g, digits => number(Number(digits))) : note

export const watchProgress: Watch<ProgressProps> = (element, props) => {
  if (isOver(props.task.state)) return
  const bar = element.querySelector('progress')
  const words = element.querySelector('[role=status]')
  const timer = setInterval(() => {
    if (!isLookedAt()) return
    void askJson(`/tasks/${props.task.id}/progress.json`, isTask).then(task => {
      if (!task) return
      if (bar) bar.value = task.progress
      const said = progressWords(task, props)
      // A screen reader repeats whatever is written, changed or not.
      if (words && words.textContent !== said) words.textContent = said
      // What else the page says of the state, such as a badge, moves with it.
      const hasBegun = props.reload === 'state' && props.task.state === 'queued' && task.state === 'running'
      if (!isOver(task.state) && !hasBegun) return
      clearInterval(timer)
      if (props.reload) location.reload()
    })
  }, EVERY_MS)
}
