import type { Suite } from '@cascade/dev'

const longestDelay = /^nodejs_eventloop_lag_max_seconds\b.* (\S+)$/m

/** The longest delay of each process's event loop since the last call, in milliseconds, the longest first. */
export async function readStalls({ processes }: Suite): Promise<{ name: string; ms: number }[]> {
  const read = async ([name, { metricsPort }]: [string, { metricsPort?: number | undefined }]) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return { name, ms: Number(longestDelay.exec(text)?.[1]) * 1000 }
  }
  const stalls = await Promise.all(Object.entries(processes).map(read))
  return stalls.sort((a, b) => b.ms - a.ms)
}
