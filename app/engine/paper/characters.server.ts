/** Which characters a file of letters can show, asked of the library that pdfkit reads it with. */
let known: Promise<ReadonlySet<number>> | undefined

export const charactersOf = (file: string): Promise<ReadonlySet<number>> => (known ??= read(file))

async function read(file: string): Promise<ReadonlySet<number>> {
  const { openSync } = await import('fontkit')
  return new Set(openSync(file).characterSet)
}
