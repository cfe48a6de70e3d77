import { join } from 'node:path'
import { type Child, startChild } from '../processes/child'
import { repository } from '../rooms'
import { demoPassword } from '../seed/demo-tree'
import type { Log } from '../servers/server'
import { formatLine } from './log-lines'

const players = 12
/** Points that each is topped up with: what players of the demo's history get. */
const credit = 500
/** What is not ready for bets yet, or was interrupted, is tried again after a while. */
const retryMs = 20_000
/** They have nothing to finish: what they have staked is settled without them. */
const stopMs = 500

export type DemoPlayers = { stop(): Promise<void> }

/**
 * Players of the simulator's own that bet as long as the suite runs, so that a newcomer sees it live.
 * @param url of the gateway
 * @param betsPerSecond of all of them together
 */
export function startDemoPlayers(url: string, betsPerSecond: number, dataDir: string, log?: Log): DemoPlayers {
  let child: Child | undefined
  let timer: NodeJS.Timeout | undefined
  let isRunning = true

  const start = () => {
    const started = startChild({
      command: process.execPath,
      args: [
        join('packages', 'simulator', 'bin', 'simulate.mjs'),
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
