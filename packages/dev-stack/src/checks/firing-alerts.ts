import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasPrograms } from '../servers/install'

/** Without Prometheus, tests of alerts are skipped: `it.skipIf(!hasPrometheus)`. */
export const hasPrometheus = await hasPrograms('promtool', 'prometheus')

const rules = fileURLToPath(new URL('../../monitoring/alerts.yml', import.meta.url))
/** Longer than any rule waits, and counters grow within the window that rules look at. */
const minutes = 120
const grownAt = 110

/**
 * The alerts of `alerts.yml` that Prometheus raises when a process shows these metrics for two hours; what only grows
 * has just grown to what it is. Asked of Prometheus' own `promtool`.
 * @param metrics what `/metrics` answered; instead of a figure there may be what it is minute by minute, as in `0+60x120`
 */
export async function firingAlerts(metrics: string): Promise<string[]> {
  const names = [...(await readFile(rules, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const folder = await mkdtemp(join(tmpdir(), 'cascade-alerts-'))
  const file = join(folder, 'test.yml')
  const silent = names.map(name => ({ expr: exprOf(name), eval_time: `${minutes}m`, exp_samples: [] }))
  const tests = [{ interval: '1m', input_series: seriesOf(metrics), promql_expr_test: silent }]
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const said = await promtool('test', 'rules', file)
  await rm(folder, { recursive: true })
  return names.filter(name => said.includes(`alertname=\\"${name}\\"`) || said.includes(exprOf(name)))
}

const exprOf = (name: string) => `count(ALERTS{alertname="${name}",alertstate="firing"})`

function seriesOf(metrics: string) {
  return [...metrics.matchAll(/^(cascade_\w+|up)(\{.*\})? (.+)$/gm)].flatMap(
    ([, name = '', labels = '', value = '']) => {
      if (value.includes('x')) return [{ series: name + labels, values: value }]
      if (!Number.isFinite(Number(value))) return []
      const before = name.endsWith('_total') ? '0' : value
      return [{ series: name + labels, values: `${before}x${grownAt} ${value}x${minutes - grownAt}` }]
    },
  )
}

/** What it says of expectations that fail; nothing where none does. @throws Error when it cannot be run, or the rules are wrong */
function promtool(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('promtool', args, { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`
      if (error && !said.includes('FAILED'))
        reject(new Error(`promtool (Debian: prometheus): ${error.message} ${said}`))
      else if (error && !said.includes('exp:')) reject(new Error(said))
      else resolve(error ? said : '')
    })
  })
}
