/** Columns of a slot's mechanical counters. */
export const meterColumns = ['price_per_impulse', 'factor_in', 'factor_out', 'mech_in', 'mech_out'] as const
