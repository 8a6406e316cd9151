export const QUIET_MS: number
export function speed(times?: number): number
export function processorSpeed(times?: number): number
