/**
 * Why a meter's run begins, the gravest first. `broken`: a person decided where; `restarted`: its readings proved it;
 * `unproven`: a lifetime after zeros;
 * `repriced`, `moved`: it counted at another price, or elsewhere, meanwhile.
 */
export const beginnings = ['broken', 'cleared', 'restarted', 'unproven', 'repriced', 'moved'] as const
export type Beginning = (typeof beginnings)[number]
