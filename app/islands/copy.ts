/**
 * Copies a text that stands on the page. The button comes with the script; without one the text is selected by one
 * click.
 */
import type { Watch } from './watch'

export interface CopyProps {
  words: { copy: string; copied: string }
}

export const watchCopy: Watch<CopyProps> = (element, { words }) => {
  const text = element.querySelector('output')
  if (!text) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn btn-sm'
  button.textContent = words.copy
  button.addEventListener('click', () => {
    void write(text).then(isCopied => {
      if (isCopied) button.textContent = words.copied
    })
  })
  text.after(' ', button)
}

/** The clipboard is for pages of an encrypted connection; elsewhere what is selected can be copied all the same. */
async function write(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(element)
    return document.execCommand('copy')
  }
}
