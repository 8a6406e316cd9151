/**
 * Demo SMIBs ask for their configuration as real ones do, and run what they are given: how often they speak is up to
 * the operator.
 */
import type { Board } from './smib'

/** A change reaches a demo SMIB within this time. Milliseconds. */
const ASK_EVERY_MS = 20_000
const SMIBS_AT_ONCE = 500

/** Puts the SMIBs' question; null: no answer now. */
export type Ask = (body: {
  boards: { smib_id: string; config_version: string | null; firmware?: string }[]
}) => Promise<{
  configs: { smib_id: string; config_version: string; values: Record<string, unknown> | null }[]
} | null>

export class ConfigReader {
  private lastAskAt = -Infinity
  private readonly running = new Map<string, string>()

  constructor(
    private readonly ask: Ask,
    private readonly everyMs = ASK_EVERY_MS,
  ) {}

  async read(smibs: readonly Board[], now: number): Promise<void> {
    if (performance.now() - this.lastAskAt < this.everyMs) return
    this.lastAskAt = performance.now()
    // A SMIB that has something new to run says so at once: its operator is watching.
    const listening = smibs.filter(smib => smib.hears(now) && smib.slot.smib)
    if (await this.round(listening)) await this.round(listening)
  }

  private async round(smibs: readonly Board[]): Promise<boolean> {
    let news = false
    for (let from = 0; from < smibs.length; from += SMIBS_AT_ONCE) {
      const byMac = new Map(
        smibs.slice(from, from + SMIBS_AT_ONCE).map(smib => [smib.slot.smib?.mac ?? '', smib]),
      )
      const answer = await this.ask({
        boards: [...byMac].map(([mac, { slot }]) => ({
          smib_id: mac,
          config_version: this.running.get(mac) ?? null,
          ...(slot.smib?.firmware && { firmware: slot.smib.firmware }),
        })),
      })
      for (const { smib_id, config_version, values } of answer?.configs ?? []) {
        if (!values) continue
        byMac.get(smib_id)?.configure(values)
        this.running.set(smib_id, config_version)
        news = true
      }
    }
    return news
  }
}
