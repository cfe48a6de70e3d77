import { packageFolder } from '../build/packages'
import { shellDevPort } from '../domains'
import { type Child, startChild } from '../processes/child'
import { isPortFree } from '../servers/ports'
import type { Log } from '../servers/server'

const readyTimeoutMs = 120_000

export type DevelopmentServer = { pkg: string; port: number }
export type Screens = { url: string; stop(): Promise<void> }

/** Starts the development servers of the shell and of some remotes, and waits until each responds. */
export async function startScreens(
  remotes: readonly DevelopmentServer[],
  gatewayPort: number,
  log: Log,
): Promise<Screens> {
  const packages = [{ pkg: 'shell', port: shellDevPort }, ...remotes]
  for (const { pkg, port } of packages) {
    if (!(await isPortFree(port))) {
      throw new Error(`Port ${port} of the development server of ${pkg} is in use. Stop the program that uses it.`)
    }
  }
  const servers = packages.map(({ pkg, port }) => ({ pkg, port, child: serve(pkg, gatewayPort, log) }))
  const stop = async () => {
    await Promise.all(servers.map(({ child }) => child.stopGroup()))
  }
  try {
    await Promise.all(servers.map(waitForAnswer))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://localhost:${shellDevPort}`, stop }
}

function serve(pkg: string, gatewayPort: number, log: Log): Child {
  return startChild({
    command: 'npm',
    args: ['run', 'dev', '--silent'],
    cwd: packageFolder(pkg),
    env: { ...process.env, NODE_ENV: 'development', PORT: String(gatewayPort) },
    onLine: line => log(`${pkg.padEnd(12)} ${line}`),
  })
}

async function waitForAnswer({ pkg, port, child }: { pkg: string; port: number; child: Child }) {
  const deadline = Date.now() + readyTimeoutMs
  while (!(await answers(port))) {
    if (!child.running()) throw new Error(`The development server of ${pkg} exited:\n${child.tail()}`)
    if (Date.now() > deadline) throw new Error(`The development server of ${pkg} does not respond:\n${child.tail()}`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5_000) }).then(
    async response => {
      await response.body?.cancel()
      return true
    },
    () => false,
  )
}
