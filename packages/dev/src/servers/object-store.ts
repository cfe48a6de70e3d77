import { cacheFolder, findTool, isExecutable } from '../../bin/tools.mjs'
import { install } from './install'
import { freePort } from './ports'
import { type Log, type RunningServer, runServer } from './server'

const version = 'v1.2.0'
const folder = cacheFolder(`gofakes3-${version}`)
const program = `${folder}/gofakes3`

/** Starts an in-memory S3 server for tests. @throws Error if it cannot be installed */
export async function startObjectStore(bucket: string, log: Log = () => undefined): Promise<RunningServer> {
  await build(log)
  const port = await freePort()
  const uri = `http://127.0.0.1:${port}`
  return runServer({
    name: 'gofakes3',
    uri,
    port,
    command: program,
    args: ['-host', `127.0.0.1:${port}`, '-backend', 'memory', '-initialbucket', bucket, '-quiet'],
    probe: async () => void (await fetch(uri)),
    readyTimeoutMs: 30_000,
  })
}

async function build(log: Log): Promise<void> {
  if (await isExecutable(program)) return
  const go = await findTool('go')
  if (!go) throw new Error('There is no Go toolchain to build gofakes3, a small server for the tests of backups.')
  const failure = await install({
    label: 'Building gofakes3, a small server for the tests of backups (once, about a minute)',
    command: go,
    args: ['install', `github.com/johannesboyne/gofakes3/cmd/gofakes3@${version}`],
    env: { GOBIN: folder, GOFLAGS: '' },
    timeoutMs: 10 * 60_000,
    log,
  })
  if (failure) throw new Error(failure)
}
