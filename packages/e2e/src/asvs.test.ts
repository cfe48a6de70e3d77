import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const document = read('packages/e2e/docs/asvs.md')
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| (.+) \|$/gm)]

/** Requirements of levels 1 and 2 by section; those of level 3 have the numbers after them. */
const counts: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
}

describe('the tables of ASVS', () => {
  it('have every requirement of levels 1 and 2 once, in order', () => {
    const numbersOf = (section: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${section}.${at + 1}`)
    expect(rows.map(([, number]) => number)).toEqual(Object.entries(counts).flatMap(entry => numbersOf(...entry)))
  })

  const proof = /`([\w./-]+\.test\.tsx?)`: "([^"]+)"(?:; )?/g
  /** `npm run check:domains` checks that the sections exist. */
  const other = /^(?:Document: (?:\[[^\]]+\]\([^)]*#[^)]+\)(?:; )?)+|(?:Not applicable|Not met): .+)$/

  function faultsOf(cell: string): string[] {
    const [, code] = /^Code: ((?:`[\w./-]+`(?:; )?)+)(?: \(.+\))?$/.exec(cell) ?? []
    if (code) return code.match(/[\w./-]+/g)?.filter(path => !existsSync(join(root, path))) ?? []
    const tests = [...cell.matchAll(proof)]
    if (tests.length === 0) return other.test(cell) ? [] : [`no proof: ${cell}`]
    const rest = cell.replace(proof, '')
    const exists = (path: string, title: string) =>
      ["'", '"', '`'].some(mark => read(path).includes(`${mark}${title}${mark},`))
    const missing = tests.filter(([, path = '', title = '']) => !exists(path, title)).map(([name]) => name)
    return rest ? [...missing, `no proof: ${rest}`] : missing
  }

  it('have as each proof a test or code that exists, a section or a reason', () => {
    expect(rows.flatMap(([, number, cell = '']) => faultsOf(cell).map(fault => `${number}: ${fault}`))).toEqual([])
  })
})

const algorithm = /(?:create(?:Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify)\(|hkdfSync\(|\balgorithm(?: =|:) )'([\w-]+)'/g
const algorithms = { EdDSA: 'Ed25519', SHA1: 'HMAC-SHA-1', 'aes-256-gcm': 'AES-256-GCM', sha256: 'SHA-256' }

describe('product code', () => {
  it('uses the documented algorithms, and Math.random for pauses only', () => {
    const packages = readdirSync(join(root, 'packages')).filter(name => !/^(?:dev|e2e|load)$/.test(name))
    const apps = readdirSync(root).filter(name => /^(?:gateway|shell|svc-\w+|mf-\w+)$/.test(name))
    const files = [...apps, ...packages.map(name => `packages/${name}`)].flatMap(folder =>
      readdirSync(join(root, folder, 'src'), { recursive: true }).map(file => `${folder}/src/${file}`),
    )
    const sources = files.filter(file => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/testing/'))
    const text = sources.map(read).join('\n')
    const used = new Set(Array.from(text.matchAll(algorithm), ([, name = '']) => name))
    expect([...used].sort()).toEqual(Object.keys(algorithms).sort())
    for (const name of Object.values(algorithms)) expect(document).toContain(name)
    const random = text.split('\n').filter(line => line.includes('Math.random'))
    expect(random.filter(line => !/sleep|pause/.test(line))).toEqual([])
  })
})
