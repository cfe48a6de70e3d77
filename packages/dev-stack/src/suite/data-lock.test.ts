import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockData } from './data-lock'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cascade-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('lockData', () => {
  it('refuses a folder that a running process holds, naming it and the way out', async () => {
    writeFileSync(join(folder, 'in-use-by'), String(process.ppid))
    await expect(lockData(folder)).rejects.toThrow(new RegExp(`process ${process.ppid}.*CASCADE_DATA_DIR`))
  })

  it.each(['999999999', 'nonsense', ''])('takes over what an ended process left behind (%j)', async content => {
    writeFileSync(join(folder, 'in-use-by'), content)
    await (await lockData(folder)).release()
  })

  it('takes over from a process whose id another one has now', async () => {
    writeFileSync(join(folder, 'in-use-by'), `${process.ppid}\n${Date.parse('2020-01-01')}`)
    await (await lockData(folder)).release()
  })

  it('can be taken again after its release', async () => {
    await (await lockData(folder)).release()
    await (await lockData(folder)).release()
  })
})
