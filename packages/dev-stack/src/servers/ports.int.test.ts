import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { freePorts, isPortFree } from './ports'

it('are free, all different, and none that the system gives to an outgoing connection', async () => {
  const ports = await freePorts(50)
  expect(new Set(ports).size).toBe(50)
  expect(await Promise.all(ports.map(port => isPortFree(port)))).not.toContain(false)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

it('are given to one process only, before anybody listens there', async () => {
  const many = 400
  const ours = await freePorts(many)
  const theirs = await chosenByAnother(many)
  // By chance alone, nine of them would be the same.
  expect([theirs.length, theirs.filter(port => ours.includes(port))]).toEqual([many, []])
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
