import type { Installation } from './installation'

const withinMs = 4_000

const textOf = async (url: string): Promise<string | undefined> =>
  fetch(url, { signal: AbortSignal.timeout(withinMs) }).then(
    answer => answer.text(),
    () => undefined,
  )

/** Current state of the installation: every `/readyz` response and all metrics. */
export async function readState({ suite, hostOf }: Installation) {
  const words = new Set<string>()
  const metrics: string[] = []
  const readProcess = async ([name, { port, metricsPort }]: [
    string,
    { port: number; metricsPort: number | undefined },
  ]) => {
    const answer = await textOf(`http://${hostOf(name)}:${port}/readyz`)
    const body = answer === undefined ? undefined : (JSON.parse(answer) as Record<string, string[] | undefined>)
    const own = body ? [...(body.missing ?? []), ...(body.degraded ?? [])] : ['does not answer']
    for (const word of own) words.add(name.startsWith('gateway') ? word : `${name.replace(/-2$/, '')}: ${word}`)
    const text = await textOf(`http://${hostOf(name)}:${metricsPort}/metrics`)
    if (text !== undefined) metrics.push(instanced(text, name))
  }
  await Promise.all(Object.entries(suite.processes).map(readProcess))
  const readiness = [...new Set([...words].map(word => word.replace(/\d+ s$/, 'a while')))].sort()
  return { readiness, metrics: metrics.join('\n') }
}

/** Adds the instance label that Prometheus would add. */
const instanced = (metrics: string, name: string) =>
  metrics.replace(/^(cascade_\w+)(?:\{(.*)\})? /gm, (_, metric: string, labels = '') => {
    return `${metric}{${labels === '' ? '' : `${labels},`}instance="${name}"} `
  })
