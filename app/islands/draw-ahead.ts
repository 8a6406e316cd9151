/**
 * Not an island: a rule for the browser. With a mouse the page before and after is drawn while the pointer rests on its link, for most of a page's time on
 * a kiosk is drawing it. A finger presses at once: drawing ahead would begin with the press, in a process of its own, and what is pressed would come
 * half as late again (measured: docs/decisions/light-pages.md).
 */
const rules = JSON.stringify({
  prerender: [{ where: { selector_matches: '.pager a[rel]' }, eagerness: 'moderate' }],
})

export function drawAhead(): void {
  const fetching = document.querySelector<HTMLScriptElement>('script[type=speculationrules]')
  if (!fetching || !matchMedia('(hover:hover) and (pointer:fine)').matches) return
  const drawing = document.createElement('script')
  drawing.type = fetching.type
  drawing.nonce = fetching.nonce
  drawing.text = rules
  fetching.after(drawing)
}
