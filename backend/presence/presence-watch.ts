import type { Deps } from '../deps'

export function startPresenceWatch(_deps: Deps): { stop(): Promise<void> } {
  return { stop: async () => {} }
}
