import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * One address in front of several instances, as a balancer of production is: each connection goes to the next one that
 * listens, and ends with it.
 */
export async function startRoundRobin(port: number, targets: () => readonly number[]) {
  const sockets = new Set<Socket>()
  let turn = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  function join(caller: Socket, left: number) {
    const ports = targets()
    const target = ports[turn++ % ports.length]
    if (left === 0 || target === undefined) return caller.destroy()
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
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
