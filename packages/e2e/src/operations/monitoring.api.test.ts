import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vitalNames, vitalsApi } from '@cascade/contracts/gateway'
import { expect, inject, it } from 'vitest'
import { api } from '../support/suite'

const folder = fileURLToPath(new URL('../../../dev-stack/monitoring/', import.meta.url))

/** Every metric that the file's expressions name; a pattern over names as it stands. */
function metricsIn(file: string): string[] {
  const text = readFileSync(`${folder}${file}`, 'utf8').replaceAll(/\[\d+m\]/g, '')
  return [...new Set(text.match(/\b(?:cascade|process|nodejs)_[a-z0-9_[\]+-]+/g))].sort()
}

it.each(['alerts.yml', 'grafana-dashboard.json'])('%s names only figures that the processes show', async file => {
  const superadmin = await api.login('superadmin')
  // Series that begin with the first page that somebody leaves.
  const vitals = vitalNames.map(metric => ({ metric, value: 0.1, screen: 'dashboard', version: '1' }))
  await api.call(vitalsApi.tell, superadmin, { body: { vitals } })
  const pages = await Promise.all(inject('metricsUrls').map(async url => (await fetch(url)).text()))
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
