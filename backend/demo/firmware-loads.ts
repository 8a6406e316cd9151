/** Demo SMIBs load firmware as real ones do: in parts, from the address of their order, and check its hash. */
import { createHash } from 'node:crypto'
import type { DownlinkCommand } from '../estate/control/downlink.contract'

const PART_BYTES = 64 * 1024

/** A part of the file at this path; null: it did not come. */
export type LoadPart = (path: string, range: string) => Promise<Uint8Array | null>

export class FirmwareLoads {
  /** One SMIB loads a file for all of them: three hundred on one computer would only load it again. */
  private readonly whole = new Set<string>()

  constructor(private readonly part: LoadPart) {}

  /** Which of these orders have a file that is not what they say. */
  async damaged(commands: readonly DownlinkCommand[]): Promise<Set<string>> {
    const found = new Set<string>()
    for (const { command_id, kind, input } of commands)
      if (kind === 'update_firmware' && !(await this.isWhole(input))) found.add(command_id)
    return found
  }

  private async isWhole({ url, size, sha256 }: DownlinkCommand['input']): Promise<boolean> {
    if (this.whole.has(String(sha256))) return true
    const hash = createHash('sha256')
    for (let at = 0; at < Number(size);) {
      const part = await this.part(String(url), `bytes=${at}-${at + PART_BYTES - 1}`)
      if (!part || part.byteLength === 0) return false
      hash.update(part)
      at += part.byteLength
    }
    if (hash.digest('hex') !== sha256) return false
    this.whole.add(String(sha256))
    return true
  }
}
