import { startMongo } from '@cascade/dev-stack'
import { openBooks } from './books'
import { closedLoop, interleave } from './measure'
import { rawTransfer } from './raw-transfer'
const server = await startMongo({ dataDir: '/tmp/h5/bench-db' })
const ours = await openBooks(server.uri, { name: 'ours', count: 1000 })
const peer = await openBooks(server.uri, { name: 'peer', count: 1000 })
const raw = rawTransfer(peer)
for (const callers of [1, 32]) {
 console.log(callers, await interleave(3, async () => (await closedLoop(callers, 1500, async () => ours.move(...ours.pair(), 1n))).perSecond,
 async () => (await closedLoop(callers, 1500, async () => raw(...peer.pair(), 1n))).perSecond))
}
console.log('hot', await interleave(3, async () => (await closedLoop(32, 1500, async c => ours.move(ours.wallets[0]!, ours.wallets[c+1]!, 1n))).perSecond,
 async () => (await closedLoop(32, 1500, async c => raw(peer.wallets[0]!, peer.wallets[c+1]!, 1n))).perSecond))
console.log(await ours.faults(), await peer.faults())
await ours.close(); await peer.close(); await server.stop()
