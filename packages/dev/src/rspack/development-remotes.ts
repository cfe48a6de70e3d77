import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { describeRemote, RemoteSource } from '@cascade/contracts/gateway'
import { type Domain, domains, remoteNameOf } from '../domains'
import type { DevServer } from './development-server'

type SetupMiddlewares = NonNullable<DevServer['setupMiddlewares']>

/** `/remotes.json` in development: remotes with a running development server come from there, others from the gateway. */
export const remotesInDevelopment: SetupMiddlewares = middlewares => [
  {
    name: 'remotes',
    path: '/remotes.json',
    middleware: async (_request: unknown, response: { end: (body: string) => void }) => {
      const zone = process.env.BUSINESS_ZONE ?? 'Asia/Kolkata'
      response.end(JSON.stringify({ remotes: await Promise.all(domains.map(describe)), zone }))
    },
  },
  ...middlewares,
]

async function describe(domain: Domain) {
  const source = RemoteSource.parse(JSON.parse(readFileSync(`../${remoteNameOf(domain)}/remote.json`, 'utf8')))
  const local = await listensOn(domain.devPort)
  const folder = local ? `http://127.0.0.1:${domain.devPort}` : `/mf/${domain.name}`
  return { ...describeRemote(source, { version: 'development' }), entry: `${folder}/mf-manifest.json` }
}

function listensOn(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port }, () => done(true))
    const done = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('error', () => done(false))
    socket.setTimeout(500, () => done(false))
  })
}
