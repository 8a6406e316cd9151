import type { Said } from './sqlite-thread'

export function connected(settings: { file: string; pragmas: string[] }): {
  answer(message: object): Said
  close(): void
}
