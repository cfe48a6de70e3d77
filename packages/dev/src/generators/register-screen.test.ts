import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { domainNames } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { repository } from '../build/packages'
import { namesOf } from './names'
import { registerScreen } from './register-screen'

describe('registerScreen', () => {
  it.each(domainNames)('registers a screen in every file of %s', domain => {
    const names = namesOf({ domain, resource: 'price-list', plural: 'price-lists' })
    const texts = registerScreen(names, path => readFileSync(join(repository, path), 'utf8'))
    const [deps, service] = ['deps', 'service'].map(name => texts.get(`svc-${domain}/src/${name}.ts`))
    expect(`${deps}${service}`).toContain('priceLists: createPriceListStore(db),')
    expect(service).toMatch(/\.\.\.priceListCollections,[\s\S]*priceListRoutes,/)
    expect(texts.get(`mf-${domain}/src/paths.ts`)).toContain("createPriceList: 'price-lists/create',")
    expect(texts.get(`mf-${domain}/src/remote.tsx`)).toContain('[paths.priceLists]')
    expect(texts.get(`mf-${domain}/src/texts.ts`)).toContain("addPriceList: 'Add Price list',")
    expect(texts.get(`mf-${domain}/remote.json`)).toContain('"permission": "priceLists.read"')
    expect(texts.get('packages/contracts/src/permissions.ts')).toContain("'priceLists.read': admins,")
    expect(texts.get('packages/contracts/src/all-events.ts')).toContain('...Object.values(priceListEvents),')
    const catalogue = texts.get('packages/contracts/src/event-catalogue.ts')
    expect(catalogue).toContain(`'${domain}.priceList.created.v1': 'A new price list',`)
    expect(catalogue).toContain('seconds: 60,')
    expect(texts.get('packages/contracts/src/calls.ts')).toContain('[priceListApi, priceListExamples],')
  })

  it('names the file that has no place for an entry', () => {
    const names = namesOf({ domain: 'games', resource: 'price-list', plural: 'price-lists' })
    expect(() => registerScreen(names, () => '{}')).toThrow('packages/contracts/src/calls.ts: the anchor')
  })
})
