const WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]

/**
 * Whether 13 digits are a Romanian personal number: kind, month, day, and the check digit over the first twelve (Law
 * 105/1996).
 */
export function isCnp(digits: string): boolean {
  if (!/^[1-9]\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{6}$/.test(digits)) return false
  const rest = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0) % 11
  return (rest === 10 ? 1 : rest) === Number(digits[12])
}
