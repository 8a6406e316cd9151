/**
 * The `handle` of routes that show a list and nothing else: their pages do without the second stylesheet
 * (`styles/more.css`).
 */
export const listOnly = { listOnly: true } as const
