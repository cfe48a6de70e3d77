import { startMongo } from '@cascade/dev-stack'
import { openBooks } from './books'
import { closedLoop, interleave } from './measure'
import { rawTransfer } from './raw-transfer'
const server = await startMongo({ dataDir: '/tmp/h5/bench-db' })
const ours = await openBooks(server.uri, { name: 'ours', count: 1000 })
const peer = await openBooks(server.uri, { name: 'peer', count: 1000 })
const raw = rawTransfer(peer)
for (const callers of [1, 1]) {
 console.log(callers, await interleave(12, async () => (await closedLoop(callers, 500, async () => ours.move(...ours.pair(), 1n))).perSecond,
 async () => (await closedLoop(callers, 500, async () => raw(...peer.pair(), 1n))).perSecond))
}
await ours.close(); await peer.close(); await server.stop()
