import { createPublicKey, verify } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signBuild } from './sign'

describe('a build', () => {
  it('is signed by one key, made at the first use, whose public half is printed for REMOTES', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cascade-sign-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    expect(() => signBuild(folder)).toThrow('There is no dist/remote.json: run npm run build first.')
    mkdirSync(join(folder, 'dist'))
    const built = join(folder, 'dist', 'remote.json')
    writeFileSync(built, '{"id":"loyalty"}')
    const entryOf = (output: string) => JSON.parse(/REMOTES='(.+)'/.exec(output)?.[1] ?? '')[0]
    const first = signBuild(folder)
    const entry = entryOf(first)
    expect(entry).toMatchObject({ id: 'loyalty', key: { kty: 'OKP', crv: 'Ed25519' } })
    expect(first).not.toContain('"d"')
    expect(first).toContain('A new key is in remote-key.json')
    expect(statSync(join(folder, 'remote-key.json')).mode & 0o777).toBe(0o600)
    const signature = Buffer.from(readFileSync(`${built}.sig`, 'utf8'), 'base64url')
    const key = createPublicKey({ key: entry.key, format: 'jwk' })
    expect(verify(null, readFileSync(built), key, signature)).toBe(true)
    expect(signBuild(folder)).not.toContain('A new key')
    expect(entryOf(signBuild(folder))).toEqual(entry)
  })
})
