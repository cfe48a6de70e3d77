import type { Suite } from '@cascade/dev'

const longestDelay = /^nodejs_eventloop_lag_max_seconds\b.* (\S+)$/m

/** Interval of the samples, which Node includes in each of them. */
export const sampleMs = 100

/**
 * The longest delay of a sample in each process since the last call, in milliseconds, the longest first. The event loop
 * may have been blocked for up to `sampleMs` longer, before the sample was due.
 */
export async function readStalls({ processes }: Suite): Promise<{ name: string; ms: number }[]> {
  const read = async ([name, { metricsPort }]: [string, { metricsPort?: number | undefined }]) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return { name, ms: Number(longestDelay.exec(text)?.[1]) * 1000 - sampleMs }
  }
  const stalls = await Promise.all(Object.entries(processes).map(read))
  return stalls.sort((a, b) => b.ms - a.ms)
}
