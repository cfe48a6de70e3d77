import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vitalNames, vitalsApi } from '@cascade/contracts/gateway'
import { startBackups } from '@cascade/dev-stack'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { api } from '../support/suite'

const folder = fileURLToPath(new URL('../../../dev-stack/monitoring/', import.meta.url))

/** Every metric that the file's expressions name; a pattern over names as it stands. */
function metricsIn(file: string): string[] {
  const text = readFileSync(`${folder}${file}`, 'utf8').replaceAll(/\[\d+[mhd]\]/g, '')
  return [...new Set(text.match(/\b(?:cascade|process|nodejs)_[a-z0-9_[\]+-]+/g))].sort()
}

const readPage = async (url: string) => (await fetch(url)).text()

let backups: Awaited<ReturnType<typeof startBackups>>
let target: string
/** What makes backups is no part of the suite. It shows its figures also while it cannot make any. */
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

it.each(['alerts.yml', 'grafana-dashboard.json'])('%s names only figures that the processes show', async file => {
  const superadmin = await api.login('superadmin')
  // Series that begin with the first page that somebody leaves.
  const vitals = vitalNames.map(metric => ({ metric, value: 0.1, screen: 'dashboard', version: '1' }))
  await api.call(vitalsApi.tell, superadmin, { body: { vitals } })
  const pages = await Promise.all([...inject('metricsUrls'), backups.metricsUrl].map(readPage))
  const shown = [...new Set(pages.join('\n').match(/^[a-z0-9_]+(?=[ {])/gm))]
  const declared = [...pages.join('\n').matchAll(/^# TYPE (\S+)/gm)].map(match => match[1] ?? '')
  const names = metricsIn(file)
  expect(names.length).toBeGreaterThan(10)
  const unknown = names.filter(name => {
    const pattern = new RegExp(`^${name}$`)
    return ![...shown, ...declared].some(each => pattern.test(each))
  })
  expect(unknown).toEqual([])
})
