/** A SMIB's message with something for each list of raw data. */
export const fullMessage = (mac: string, seq: number, now: number) => ({
  smib_id: mac,
  message_seq_nr: seq,
  server_time_nano: `${now - 3_600_000 + seq * 1_000}000000`,
  events: [
    { event_seq_nr: 1, code: '11' },
    { event_seq_nr: 2, code: '17' },
    // A handpay that waits.
    ...(seq === 5
      ? [
          {
            event_seq_nr: 3,
            code: '51',
            data: { amount_minor: 275_000 + parseInt(mac.slice(-2), 16), kind: 'cancelled_credits' },
          },
        ]
      : []),
  ],
  logs: [
    { level: 'error', text: `CRC error ${seq}` },
    { level: 'info', text: `Polling again ${seq}` },
  ],
  slot_data: { serial: `S-${seq}` },
  counters: [{ meters: { '0000': seq * 100 } }, { game_nr: 1, meters: { '0000': seq * 10 } }],
})
