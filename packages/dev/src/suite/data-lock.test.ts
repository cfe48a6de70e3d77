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
  it('rejects a folder in use, naming the process and CASCADE_DATA_DIR', async () => {
    writeFileSync(join(folder, 'in-use-by'), String(process.ppid))
    await expect(lockData(folder)).rejects.toThrow(new RegExp(`process ${process.ppid}.*CASCADE_DATA_DIR`))
  })

  it.each(['999999999', 'nonsense', ''])('replaces the lock of an ended process (%j)', async content => {
    writeFileSync(join(folder, 'in-use-by'), content)
    await (await lockData(folder)).release()
  })

  it('replaces the lock of an ended process whose pid was reused', async () => {
    writeFileSync(join(folder, 'in-use-by'), `${process.ppid}\n${Date.parse('2020-01-01')}`)
    await (await lockData(folder)).release()
  })

  it('acquires a released lock again', async () => {
    await (await lockData(folder)).release()
    await (await lockData(folder)).release()
  })
})
