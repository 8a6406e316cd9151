/** What a PDF says, read by a program that did not write it. */
import { getDocumentProxy } from 'unpdf'

/** Of each page its texts, in the order in which they were written; `tree`: the structure of the document, as JSON. */
export async function readPdf(file: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const page = await pdf.getPage(at + 1)
      const { items } = await page.getTextContent()
      const texts = items.flatMap(one => ('str' in one && one.str.trim() ? [one.str] : []))
      return { texts, tree: JSON.stringify(await page.getStructTree()) }
    }),
  )
  return { pdf, pages, texts: pages.flatMap(({ texts }) => texts) }
}
