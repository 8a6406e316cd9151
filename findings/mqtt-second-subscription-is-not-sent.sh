#!/usr/bin/env bash
# Guess: a client that subscribes in each 'connect' event sends a SUBSCRIBE each time, so that a broker which still has the session and has
#   lost its subscription gets it again.
# Version: mqtt 5.16.0, with the broker aedes 1.2.0 (npm).
# Behaviour: with the default `resubscribe: true` the client remembers the topic and sends nothing the second time; the promise resolves with an
#   empty list. Its own subscription after a reconnection is left out as well where the broker says that it has the session. Both happen with
#   `clean: false`, where the broker alone decides what is left of the session. With `resubscribe: false` each call is sent.
# Output seen: resubscribe true: 1 then 0 granted, 1 sent; resubscribe false: 1 then 1 granted, 2 sent
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent mqtt@5.16.0 aedes@1.2.0
cat > look.mjs <<'JS'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
const said = []
for (const resubscribe of [true, false]) {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle)
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  let sent = 0
  const client = await connectAsync(`mqtt://127.0.0.1:${server.address().port}`, {
    clientId: 'one', clean: false, resubscribe, reconnectPeriod: 50,
  })
  client.on('packetsend', ({ cmd }) => { if (cmd === 'subscribe') sent++ })
  const first = await client.subscribeAsync('a', { qos: 1 })
  const again = new Promise(resolve => client.once('connect', resolve))
  client.stream.destroy()
  await again
  const second = await client.subscribeAsync('a', { qos: 1 })
  said.push(`resubscribe ${resubscribe}: ${first.length} then ${second.length} granted, ${sent} sent`)
  await client.endAsync(true)
  server.close()
  await new Promise(resolve => broker.close(resolve))
}
console.log(said.join('; '))
process.exit(said.join('; ') === 'resubscribe true: 1 then 0 granted, 1 sent; resubscribe false: 1 then 1 granted, 2 sent' ? 0 : 1)
JS
node look.mjs
