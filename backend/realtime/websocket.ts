import type { Server } from 'node:http'
import type { Deps } from '../deps'

export function attachRealtime(_server: Server, _deps: Deps): { stop(): Promise<void> } {
  return { stop: async () => {} }
}
