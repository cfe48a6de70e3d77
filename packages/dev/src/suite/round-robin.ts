import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { addressVariableOf, type DomainName } from '@cascade/contracts'
import { freePort } from '../servers/ports'

/**
 * Services with several instances, each behind a balancer.
 * @param instances number of instances by domain
 * @returns `options` for `startSuite`
 */
export async function startBalanced(instances: Partial<Record<DomainName, number>>) {
  const ports = new Map<string, number>()
  const env: Record<string, string> = {}
  const balancers = new Map<string, Balancer>()
  for (const domain of Object.keys(instances) as DomainName[]) {
    const serviceName = `svc-${domain}`
    const own = () => [...ports].flatMap(([name, port]) => (name.startsWith(serviceName) ? [port] : []))
    const port = await freePort()
    balancers.set(serviceName, await startRoundRobin(port, own))
    env[addressVariableOf(domain)] = `http://127.0.0.1:${port}`
  }
  const countByService = Object.entries(instances).map(([domain, count]) => [`svc-${domain}`, count] as const)
  return {
    options: {
      instances: Object.fromEntries(countByService),
      env,
      onProcess: (name: string, port: number) => void ports.set(name, port),
    },
    balancers,
    stop: () => Promise.all([...balancers.values()].map(balancer => balancer.stop())),
  }
}
export type Balanced = Awaited<ReturnType<typeof startBalanced>>

/** TCP balancer: each connection goes to the next listening instance, and ends with it. */
async function startRoundRobin(port: number, targets: () => readonly number[]) {
  const sockets = new Set<Socket>()
  let turn = 0
  let isCut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  function join(caller: Socket, left: number) {
    const ports = targets()
    const target = ports[turn++ % ports.length]
    if (isCut || left === 0 || target === undefined) return caller.destroy()
    const service = keep(connect(target, '127.0.0.1'))
    const tryNext = () => join(caller, left - 1)
    service.once('error', tryNext)
    service.once('connect', () => {
      service.off('error', tryNext)
      service.on('error', () => caller.destroy())
      service.on('close', () => caller.destroy())
      caller.on('close', () => service.destroy())
      caller.pipe(service).pipe(caller)
    })
  }

  const server = createServer(caller => {
    keep(caller).on('error', () => caller.destroy())
    join(caller, targets().length)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** Closes all connections and rejects new ones until `mend`. */
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
type Balancer = Awaited<ReturnType<typeof startRoundRobin>>
