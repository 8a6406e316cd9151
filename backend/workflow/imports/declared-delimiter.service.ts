/** A first line `sep=;`, by which Excel says and reads what stands between cells. */

export interface DeclaredDelimiter {
  delimiter: string
  /** Characters and lines before the heads. */
  length: number
  lines: number
}

/**
 * Blank lines and rows of empty cells may stand before it; Excel itself may have put it in quotes, or ended it with
 * empty cells.
 */
export function declaredDelimiter(text: string): DeclaredDelimiter | undefined {
  const [found, , delimiter] =
    /^(?:[\s;,|]*[\r\n])?[ \t]*("?)sep=(.)\1[;,\t|]*[ \t]*(?:\r\n?|\n|$)/i.exec(text) ?? []
  return found === undefined || delimiter === undefined
    ? undefined
    : { delimiter, length: found.length, lines: found.match(/\r\n?|\n/g)?.length ?? 0 }
}
