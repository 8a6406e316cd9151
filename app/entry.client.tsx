/** The only script of every page: once the browser is idle, it wakes the islands that stand on it. */
const islands = import.meta.glob(
  './islands/{notifications,version-check,progress,command-watch,session-end}.tsx',
)

async function wake(element: Element): Promise<void> {
  const load = islands[`./islands/${element.getAttribute('data-island')}.tsx`]
  if (!load) return
  const [{ hydrate }, island] = await Promise.all([import('./islands/hydrate'), load()])
  hydrate(element, (island as { default: Parameters<typeof hydrate>[1] }).default)
}

const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))

whenIdle(() => document.querySelectorAll('[data-island]').forEach(element => void wake(element)))
