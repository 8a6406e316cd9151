export interface TestPostgres {
  url: string
  pid: number | undefined
  binaries: string
  restart(mode: 'fast' | 'immediate'): Promise<void>
  goAway(): Promise<void>
  comeBack(): Promise<void>
  promote(): Promise<void>
  freeze(): void
  unfreeze(): void
  stop(): Promise<void>
}
export function startPostgres(
  folderOfPrograms?: string,
  options?: { copied?: boolean; standbyOf?: string },
): Promise<TestPostgres>
