import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasPrograms } from '../servers/install'

/** For `it.skipIf(!hasPrometheus)`. */
export const hasPrometheus = await hasPrograms('promtool', 'prometheus')

const rules = fileURLToPath(new URL('../../monitoring/alerts.yml', import.meta.url))
/** Longer than any `for` of a rule; counters grow within the window that rules look at. */
const minutes = 120
const grownAt = 110

/**
 * Alerts of `alerts.yml` that fire when a process reports these metrics for two hours, evaluated by `promtool`. Counters
 * (`_total`) grow from 0 to their value in the last ten minutes.
 * @param metrics response of `/metrics`; a value may also be a series in promtool's notation, e.g. `0+60x120`
 */
export async function firingAlerts(metrics: string): Promise<string[]> {
  const names = [...(await readFile(rules, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const folder = await mkdtemp(join(tmpdir(), 'cascade-alerts-'))
  const file = join(folder, 'test.yml')
  const silent = names.map(name => ({ expr: exprOf(name), eval_time: `${minutes}m`, exp_samples: [] }))
  const tests = [{ interval: '1m', input_series: seriesOf(metrics), promql_expr_test: silent }]
  await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const output = await promtool('test', 'rules', file)
  await rm(folder, { recursive: true })
  return names.filter(name => output.includes(`alertname=\\"${name}\\"`) || output.includes(exprOf(name)))
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

/** Output for failed expectations, empty if all hold. @throws Error if promtool cannot run or the rules are invalid */
function promtool(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('promtool', args, { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`
      if (error && !output.includes('FAILED'))
        reject(new Error(`promtool (Debian: prometheus): ${error.message} ${output}`))
      else if (error && !output.includes('exp:')) reject(new Error(output))
      else resolve(error ? output : '')
    })
  })
}
