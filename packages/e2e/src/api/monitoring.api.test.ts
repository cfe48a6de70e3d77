import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vitalNames, vitalsApi } from '@cascade/contracts/gateway'
import { freePort, startBackups, startChild } from '@cascade/dev'
import { firingAlerts, hasPrometheus } from '@cascade/dev/alerts'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { z } from 'zod'
import { api } from '../support/suite'
import { type Fault, faults } from './alert-series'

const folder = fileURLToPath(new URL('../../../dev/monitoring/', import.meta.url))

/** All metrics in the expressions of a file; name patterns are kept as they are. */
function metricsIn(file: string): string[] {
  const text = readFileSync(`${folder}${file}`, 'utf8').replaceAll(/\[\d+[mhd]\]/g, '')
  return [...new Set(text.match(/\b(?:cascade|process|nodejs)_[a-z0-9_[\]+-]+/g))].sort()
}

/** Without keep-alive: the server might close an idle connection while the next test sends its request. */
const readPage = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).text()

const readPages = async () =>
  (await Promise.all([...inject('metricsUrls'), backups.metricsUrl].map(readPage))).join('\n')

let backups: Awaited<ReturnType<typeof startBackups>>
let target: string
/** The backup process is not part of the suite. It exposes metrics even when it cannot create backups. */
beforeAll(async () => {
  target = await mkdtemp(join(tmpdir(), 'cascade-monitoring-'))
  const { port } = new URL(inject('accountsUrl'))
  await writeFile(join(target, 'ports.json'), JSON.stringify({ 'svc-reports': { http: Number(port), metrics: 1 } }))
  backups = await startBackups(target, {
    mongodbUri: 'mongodb://127.0.0.1:1',
    settings: { BACKUP_SCHEDULE: '0 3 * * *', BACKUP_TARGET: target, BACKUP_KEY: 'AGE-SECRET-KEY-1' },
    log: () => undefined,
  })
  await vi.waitFor(() => readPage(backups.metricsUrl), { timeout: 60_000, interval: 200 })
})
afterAll(async () => {
  await backups.stop()
  await rm(target, { recursive: true })
})

describe('monitoring', () => {
  it.each(['alerts.yml', 'grafana-dashboard.json'])('uses in %s only metrics that the processes expose', async file => {
    const superadmin = await api.login('superadmin')
    // These series start with the first report of a browser.
    const vitals = vitalNames.map(metric => ({ metric, value: 0.1, screen: 'dashboard', version: '1' }))
    await api.call(vitalsApi.report, superadmin, { body: { vitals } })
    const pages = await readPages()
    const exposed = [...new Set(pages.match(/^[a-z0-9_]+(?=[ {])/gm))]
    const declared = [...pages.matchAll(/^# TYPE (\S+)/gm)].map(match => match[1] ?? '')
    const names = metricsIn(file)
    expect(names.length).toBeGreaterThan(10)
    const unknown = names.filter(name => {
      const pattern = new RegExp(`^${name}$`)
      return ![...exposed, ...declared].some(each => pattern.test(each))
    })
    expect(unknown).toEqual([])
  })

  const Dashboard = z.object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
  })
  const panels = Dashboard.parse(JSON.parse(readFileSync(`${folder}grafana-dashboard.json`, 'utf8'))).panels
  const alertNames = [...readFileSync(`${folder}alerts.yml`, 'utf8').matchAll(/- alert: (\w+)/g)].map(
    ([, name = '']) => name,
  )

  it('has a dashboard panel for every metric used in an alert', () => {
    const drawn = metricsIn('grafana-dashboard.json')
    expect(metricsIn('alerts.yml').filter(name => !drawn.includes(name))).toEqual([])
  })

  it('has an entry for each alert in the run book, in the same order', () => {
    const [, book = ''] = readFileSync(`${folder}../../../OPERATIONS.md`, 'utf8').split('\n## Run book\n')
    const [entries = ''] = book.split('\n## ')
    expect([...entries.matchAll(/^- `(\w+)`:/gm)].map(([, name]) => name)).toEqual(alertNames)
  })

  it('evaluates every rule and panel with a Prometheus that scrapes the whole suite', {
    skip: !hasPrometheus,
  }, async () => {
    const port = await freePort()
    const closedTarget = `127.0.0.1:${await freePort()}`
    const targets = [...inject('metricsUrls').map(url => new URL(url).host), closedTarget]
    const config = readFileSync(`${folder}prometheus.yml`, 'utf8')
      .replace('/etc/prometheus/alerts.yml', join(folder, 'alerts.yml'))
      .replaceAll('15s', '1s')
      .replace(/targets: \[.*\]/, `targets: ${JSON.stringify(targets)}`)
      .replace(/dns_sd_configs:[\s\S]*/, `static_configs: [{ targets: ['${new URL(backups.metricsUrl).host}'] }]\n`)
    await writeFile(join(target, 'prometheus.yml'), config)
    const prometheus = startChild({
      command: 'prometheus',
      args: [
        `--config.file=${join(target, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(target, 'prometheus')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
    })
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
      return Answer.parse(await answer.json()).data
    }
    try {
      await vi.waitFor(
        async () => {
          const { activeTargets = [] } = await ask('targets')
          const up = activeTargets.filter(({ health }) => health === 'up').map(({ labels }) => labels.instance)
          expect(up.length).toBe(targets.length)
          expect(up).not.toContain(closedTarget)
          const { groups = [] } = await ask('rules')
          const rules = groups.flatMap(group => group.rules)
          expect(rules.map(({ name }) => name).sort()).toEqual(alertNames.toSorted())
          expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
          const { alerts = [] } = await ask('alerts')
          const down = alerts.filter(({ labels }) => labels.alertname === 'ProcessDown')
          expect(down.map(({ labels }) => labels.instance)).toEqual([closedTarget])
        },
        { timeout: 60_000, interval: 500 },
      )
      for (const { expr } of panels.flatMap(panel => panel.targets)) {
        const { resultType } = await ask(`query?query=${encodeURIComponent(expr)}`)
        expect(resultType, expr).toBe('vector')
      }
    } finally {
      await prometheus.stop()
    }
  })
  const Answer = z.object({
    status: z.literal('success'),
    data: z.object({
      activeTargets: z.array(z.object({ health: z.string(), labels: z.object({ instance: z.string() }) })).optional(),
      groups: z.array(z.object({ rules: z.array(z.looseObject({ name: z.string(), health: z.string() })) })).optional(),
      alerts: z
        .array(z.object({ labels: z.looseObject({ alertname: z.string(), instance: z.string().optional() }) }))
        .optional(),
      resultType: z.string().optional(),
    }),
  })

  /** Series of a process: values without (0) or with (1) the fault. */
  function linesOf(figures: Fault, pages: string, which: 0 | 1): string[] {
    return Object.entries(figures).flatMap(([name, values]) => {
      const [metric = ''] = name.split('{')
      const declared = `# TYPE ${metric.replace(/_(?:count|bucket)$/, '')} `
      const exposed = pages.match(new RegExp(`^${metric}(?:\\{.*\\})?(?= )`, 'gm')) ?? []
      if (metric !== 'up' && exposed.length === 0 && !pages.includes(declared))
        throw new Error(`no process exposes ${metric}`)
      return (name === metric ? exposed : [name]).map(series => `${series} ${values[which]}`)
    })
  }

  it('has a test fault for every alert, and raises none without a fault', { skip: !hasPrometheus }, async () => {
    expect(Object.keys(faults)).toEqual(alertNames)
    const pages = await readPages()
    const lines = Object.values(faults).flatMap(figures => linesOf(figures, pages, 0))
    const sound = new Map(lines.map(line => [line.slice(0, line.lastIndexOf('} ')), line]))
    expect(await firingAlerts([...sound.values()].join('\n'))).toEqual([])
  })

  it.each(Object.entries(faults))('raises %s alone for its fault', { skip: !hasPrometheus }, async (alert, figures) => {
    const lines = linesOf(figures, await readPages(), 1)
    expect(lines.length).toBeGreaterThan(0)
    expect(await firingAlerts(lines.join('\n'))).toEqual([alert])
  })
})
