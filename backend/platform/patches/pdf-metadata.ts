/**
 * Patch of pdfkit's `endMetadata`. Reason: it writes a document's title and names into its XML as they are, and `&`
 * makes the file unreadable; an escape
 * given with the document's `info` would stand in the document's properties as well. Worth: the form of a place
 * called "Bar & Grill" can be read
 * (app/engine/paper/pdf.test.ts). To be taken out once pdfkit escapes them (0.20.2 does not).
 */
export function escapeMetadata(doc: object): void {
  const inside = doc as { endMetadata: () => void; info: Record<string, unknown> }
  const end = inside.endMetadata.bind(doc)
  inside.endMetadata = () => {
    inside.info = Object.fromEntries(
      Object.entries(inside.info).map(([name, value]) => [
        name,
        typeof value === 'string'
          ? value
              .replace(/\p{Cc}/gu, ' ')
              .replace(/&/g, '&amp;')
              .replace(/</g, '&lt;')
              .replace(/>/g, '&gt;')
          : value,
      ]),
    )
    end()
  }
}
