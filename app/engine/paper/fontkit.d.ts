/** What is used of it: the library brings no types. */
declare module 'fontkit' {
  export function openSync(file: string): { characterSet: number[] }
}
