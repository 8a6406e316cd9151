import { manufacturersContract } from './manufacturers.contract'
import { registryStore } from './registry-store'

export const store = registryStore(manufacturersContract, {
  table: 'manufacturers',
  columns: {},
  search: ({ full_name }) => [full_name as string | null],
})
