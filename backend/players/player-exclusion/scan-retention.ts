/** How long the door's answers are kept (domain notes, section 8). */
export const SCANS_KEPT_DAYS = 30
export const SCANS_KEPT_MS = SCANS_KEPT_DAYS * 86_400_000
