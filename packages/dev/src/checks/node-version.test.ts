import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkNodeVersion } from '../../bin/ensure-installed.mjs'
import { repository } from '../build/packages'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')
const range: string = JSON.parse(read('package.json')).engines.node

describe("the check of Node's version", () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '26.10.0'])('accepts %s without a message', version => {
    expect(checkNodeVersion(version, range)).toBeUndefined()
  })

  it.each(['18.20.8', '20.18.3'])('rejects %s as too old', version => {
    expect(checkNodeVersion(version, range)).toEqual({
      stops: true,
      sentence: `Cascade needs Node 20.19.0 or newer; this is ${version}.`,
    })
  })

  it.each(['21.7.3', '22.12.0', '25.9.0', '27.0.0'])('warns that %s is untested', version => {
    expect(checkNodeVersion(version, range)).toEqual({
      stops: false,
      sentence: `Cascade is tested with Node 20, 22, 24 and 26; this is ${version}, which may work as well.`,
    })
  })
})

describe('the newest supported Node', () => {
  it('is named by images, workflow and README, and the workflow tests all supported versions', () => {
    const oldest = range.split(' || ').map(part => part.slice(1).replace(/\.\d+$/, ''))
    const [first, ...others] = oldest.map((version, index) => (index === 0 ? version : version.replace(/\..*/, '')))
    const newest = others.at(-1)
    expect(new Set(read('Dockerfile').match(/node:\S+/g))).toEqual(new Set([`node:${newest}-bookworm-slim`]))
    const workflow = read('.github/workflows/ci.yml')
    expect(new Set(workflow.match(/node-version: \d+/g))).toEqual(new Set([`node-version: ${newest}`]))
    expect(workflow).toContain(`node: ['${[first, ...others].join("', '")}']`)
    expect(read('README.md')).toContain(`Node ${newest}`)
  })
})
