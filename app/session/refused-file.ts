/** An address of a file that says something the file cannot follow: there is none, and `lines` say why. */
export class RefusedFile extends Error {
  constructor(
    message: string,
    readonly lines: string[],
  ) {
    super(message)
  }
}
