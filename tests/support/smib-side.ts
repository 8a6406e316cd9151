/** The SMIBs' side of a test backend: they fetch what they are to do, and answer. */
import type { DownlinkCommand } from '../../backend/estate/control/downlink.contract'
import type { TestBackend } from './backend'

export function smibSide(backend: () => TestBackend) {
  const asked = async (token: string, ...macs: string[]) =>
    (
      await backend().json<{ data: { commands: DownlinkCommand[] } }>('/api/rawdata/v1/commands/fetch', {
        token,
        body: { smib_ids: macs },
      })
    ).body.data.commands
  const fetched = (...macs: string[]) => asked(backend().ingestTokens.carpathia, ...macs)
  return {
    asked,
    fetched,
    /** Verdicts, in the order of the answers. */
    answer: async (answers: unknown[], token = backend().ingestTokens.carpathia) =>
      (
        await backend().json<{ data: { verdicts: { verdict: string }[] } }>(
          '/api/rawdata/v1/commands/answers',
          { token, body: { answers } },
        )
      ).body.data.verdicts.map(one => one.verdict),
    one: async (mac: string) => {
      const [command] = await fetched(mac)
      if (!command) throw new Error(`nothing for ${mac}`)
      return command
    },
  }
}
