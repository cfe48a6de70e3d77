import { join } from 'node:path'
import { repository } from '../build/packages'
import { type Child, startChild } from '../processes/child'
import { demoPassword } from '../seed/demo-tree'
import type { Log } from '../servers/server'
import { formatLine } from './log-lines'

const players = 12
const credit = 500
/** Pause before a restart, if the suite was not ready for bets or the simulator failed. */
const retryMs = 20_000
/** Short, as stakes are settled without the simulator. */
const stopMs = 500

export type DemoPlayers = { stop(): Promise<void> }

/**
 * Starts simulated players that bet as long as the suite runs.
 * @param url of the gateway
 * @param betsPerSecond of all players together
 */
export function startDemoPlayers(url: string, betsPerSecond: number, dataDir: string, log?: Log): DemoPlayers {
  let child: Child | undefined
  let timer: NodeJS.Timeout | undefined
  let isRunning = true

  const start = () => {
    const started = startChild({
      command: process.execPath,
      args: [
        join('packages', 'load', 'bin', 'simulate.mjs'),
        ...[
          '--url',
          url,
          '--players',
          String(players),
          '--rate',
          String(betsPerSecond),
          '--credit',
          String(credit),
          '--quiet',
        ],
        ...['--state', join(dataDir, 'simulator.json')],
      ],
      cwd: repository,
      env: { ...process.env, SIMULATE_PASSWORD: demoPassword },
      onLine: line => log?.(formatLine('simulator', line)),
    })
    child = started
    void started.exited.then(() => {
      if (isRunning) timer = setTimeout(start, retryMs)
    })
  }
  start()

  return {
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await child?.stop(stopMs)
    },
  }
}
