/** An island because a SMIB answers while the page stands still. Without it the page's link asks again. */
import { askJson, isLookedAt, type Watch } from './watch'

export interface CommandWatchProps {
  /** The address that lists the open commands, and the page that shows them. */
  href: string
  here: string
  /** Left out where the page does not know them: then any that ends counts. */
  open?: string[]
  words: { answered: string; show: string }
}

const EVERY_MS = 2_000
const isOpenList = (body: unknown): body is { open: string[] } =>
  Array.isArray((body as { open?: unknown } | null)?.open)

export const watchCommands: Watch<CommandWatchProps> = (element, { href, here, open, words }) => {
  let known = open
  const timer = setInterval(() => {
    if (!isLookedAt()) return
    void askJson(href, isOpenList).then(answer => {
      const now = answer?.open
      if (!now) return
      known ??= now
      if (now.length > 0 && known.every(id => now.includes(id))) return
      clearInterval(timer)
      // What is being typed is worth more than a fresh page.
      if (!isTyping()) location.replace(here)
      else sayAnswered(element, words, here)
    })
  }, EVERY_MS)
}

function sayAnswered(element: HTMLElement, words: CommandWatchProps['words'], here: string): void {
  const link = Object.assign(document.createElement('a'), {
    className: 'link',
    href: here,
    textContent: words.show,
  })
  element.querySelector('[role=status]')?.replaceChildren(`${words.answered} `, link)
}

const isTyping = () =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'main input:not([type=hidden]), main textarea',
    ),
  ].some(field => field.value !== field.defaultValue)
