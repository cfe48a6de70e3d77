import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { domainNames } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { namesOf } from '../names'
import { domainEdits } from './domain-edits'
import { screenEdits } from './screen-edits'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const names = (domain: string) => namesOf({ domain, resource: 'price-list', plural: 'price-lists' })

/** The repository's own files after the edits, by path. */
function edited(edits: ReturnType<typeof screenEdits>): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { path, change } of edits)
    texts.set(path, change(texts.get(path) ?? readFileSync(join(root, path), 'utf8')))
  return texts
}

describe('screenEdits', () => {
  it.each(domainNames)('registers a screen in every file of %s', domain => {
    const texts = edited(screenEdits(names(domain)))
    const [deps, service] = ['deps', 'service'].map(name => texts.get(`svc-${domain}/src/${name}.ts`))
    expect(`${deps}${service}`).toContain('priceLists: createPriceListStore(db),')
    expect(service).toMatch(/\.\.\.priceListPlans,[\s\S]*priceListRoutes,/)
    expect(texts.get(`mf-${domain}/src/paths.ts`)).toContain("createPriceList: 'price-lists/create',")
    expect(texts.get(`mf-${domain}/src/remote.tsx`)).toContain('[paths.priceLists]')
    expect(texts.get(`mf-${domain}/src/texts.ts`)).toContain("addPriceList: 'Add Price list',")
    expect(texts.get('packages/contracts/src/permissions.ts')).toContain("'priceLists.read': admins,")
    expect(texts.get('packages/contracts/src/all-events.ts')).toContain('...Object.values(priceListEvents),')
    const catalogue = texts.get('packages/contracts/src/event-catalogue.ts')
    expect(catalogue).toContain(`'${domain}.priceList.created.v1': 'A new price list',`)
    expect(catalogue).toContain('seconds: 60,')
    expect(texts.get('packages/contracts/src/calls.ts')).toContain('[priceListApi, priceListExamples],')
  })
})

describe('domainEdits', () => {
  it('registers a domain in every file, with a container for its service and its remote', () => {
    const compose = edited(domainEdits(names('prices'), 8109)).get('docker-compose.yml') ?? ''
    for (const line of [
      '  PRICES_URL: http://svc-prices:8109',
      `      PRICES_REMOTE: \${PRICES_REMOTE:-/mf/prices}`,
      '      - mf-prices:/mf/prices:ro',
      '      mf-prices: { condition: service_completed_successfully }',
      '  mf-prices: {}',
      '      svc-prices: { condition: service_healthy }',
      '  svc-prices:',
      '  mf-prices:',
    ])
      expect(compose.split('\n')).toContain(line)
  })
})
