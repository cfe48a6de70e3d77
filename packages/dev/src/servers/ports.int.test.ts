import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { freePorts, isPortFree } from './ports'

describe('freePorts', () => {
  it('returns distinct free ports below the ephemeral range', async () => {
    const ports = await freePorts(50)
    expect(new Set(ports).size).toBe(50)
    expect(await Promise.all(ports.map(port => isPortFree(port)))).not.toContain(false)
    expect(Math.max(...ports)).toBeLessThan(32_768)
  })

  it('reserves ports across processes before they are used', async () => {
    const many = 400
    const ours = await freePorts(many)
    const theirs = await chosenByAnother(many)
    // Without reservation about nine would collide.
    expect([theirs.length, theirs.filter(port => ours.includes(port))]).toEqual([many, []])
  })
})

async function chosenByAnother(count: number): Promise<number[]> {
  const module = fileURLToPath(new URL('./ports.ts', import.meta.url))
  const program = `import { freePorts } from ${JSON.stringify(module)}
    console.log(JSON.stringify(await freePorts(${count})))`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program])
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await once(child, 'close')
  return JSON.parse(output) as number[]
}
