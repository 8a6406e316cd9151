/** One per process even when the development server evaluates a module again: connections, subscriptions, timers. */
const made = ((globalThis as { [key: symbol]: unknown })[Symbol.for('console.once')] ??= new Map<
  string,
  unknown
>()) as Map<string, unknown>

export function once<T>(name: string, make: () => T): T {
  if (!made.has(name)) made.set(name, make())
  return made.get(name) as T
}
