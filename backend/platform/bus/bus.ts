/**
 * Messages between backend processes: what one has committed, the others may show. Delivery is best effort; the
 * database is the truth.
 */
export interface BusMessage {
  topic: 'notification' | 'presence' | 'task' | 'token'
  /** Whose it is; SYSTEM_TENANT for the system's. */
  tenantId: string
  /** At most 7,000 bytes as JSON: a PostgreSQL notification carries 8,000. */
  data: Record<string, unknown>
}

export interface Bus {
  publish(message: BusMessage): Promise<void>
  /** Returns the unsubscription. */
  subscribe(listener: (message: BusMessage) => void): () => void
  close(): Promise<void>
}

/** For one process: the embedded database, and tests. */
export function localBus(): Bus {
  const listeners = new Set<(message: BusMessage) => void>()
  return {
    publish: async message => {
      for (const listener of listeners) listener(message)
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => listeners.clear(),
  }
}
