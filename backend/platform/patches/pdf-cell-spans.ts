/**
 * Patch of pdfkit's structure elements, whose dictionary is added to. Reason: they take a cell's `scope` and not the
 * columns and rows that it spans. Worth:
 * a screen reader places the figures below a heading of several columns and after the name of a sum; without it
 * their rows have fewer cells than the
 * table has columns (app/engine/paper/pdf.test.ts). To be taken out once `struct()` takes both (0.20.2 does not).
 */
export interface Spans {
  RowSpan?: number
  ColSpan?: number
}

/** `part` has a scope. */
export function spanCells(part: object, spans: Spans): void {
  const { dictionary } = part as { dictionary: { data: { A?: object } } }
  dictionary.data.A = { ...dictionary.data.A, ...spans }
}
