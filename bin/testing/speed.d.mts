export const QUIET_MS: number
export function speed(times?: number): number
