import type { RightCell } from '../../../../backend/identity/acl/rights-matrix.contract'

export const cellAt = (cells: string, index: number): RightCell => {
  const letter = cells[index]
  return letter === 'g' || letter === 'n' ? letter : '-'
}
