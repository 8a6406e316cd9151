/** Present only where the demo network was made. */
declare module '../platform/db/tables' {
  interface Tables {
    demo_network: {
      /** Always 'demo'. */
      id: string
      /** The seed that every demo figure is drawn from. */
      seed: string
      /** Epoch milliseconds; the history ends here. */
      made_at: number
    }
  }
}

export {}
