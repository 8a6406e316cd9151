import type { Contract } from '../../backend/platform/contract/contract'

const modules = import.meta.glob<Record<string, unknown>>('../../backend/*/*/*.contract.ts', { eager: true })

/** Of every entity and list. */
export const contracts: readonly Contract[] = Object.values(modules)
  .flatMap(module => Object.values(module))
  .filter(isContract)

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'family' in value && 'row' in value && 'many' in value
}
