/**
 * A script because no HTML gives a key to a field wherever the focus is (`accesskey` takes a different chord in each
 * browser). Without it the field is reached by Tab or a press, and its hint does not show.
 */
const FIELD = '.find input[data-hint]'
const TYPED_INTO = 'input, textarea, select, [contenteditable]'

/** `/` goes to the search field, but for whoever is typing or has switched the key off: the field has no hint then. */
export function watchFindKey(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(FIELD)) {
    field.placeholder = field.dataset.hint ?? field.placeholder
    field.setAttribute('aria-keyshortcuts', '/')
  }
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return
    const field = [...document.querySelectorAll<HTMLInputElement>(FIELD)].find(
      one => one.offsetParent !== null,
    )
    if (!field) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}
