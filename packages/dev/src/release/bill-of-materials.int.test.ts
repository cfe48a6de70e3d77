import { describe, expect, it } from 'vitest'
import { makeBillOfMaterials, productionPackages } from './bill-of-materials'

describe('the bill of materials', () => {
  it('has every production package, and none of development only', { timeout: 60_000 }, () => {
    const { components, dependencies, metadata } = makeBillOfMaterials()
    const refs = components.map(each => each['bom-ref'])
    expect(refs.sort()).toEqual([...new Set(productionPackages())].sort())
    // Each is also a development dependency of some package.
    for (const name of ['hono', 'mongodb', 'react', 'zod']) expect(components.map(each => each.name)).toContain(name)
    expect(refs.filter(ref => /^(?:vitest|@biomejs\/biome|knip)@/.test(ref))).toEqual([])
    const references = new Set([...refs, metadata.component['bom-ref']])
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter(ref => !references.has(ref))).toEqual([])
  })
})
