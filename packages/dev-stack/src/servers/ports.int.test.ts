import { expect, it } from 'vitest'
import { freePorts, isPortFree } from './ports'

it('are free, all different, and none that the system gives to an outgoing connection', async () => {
  const ports = await freePorts(50)
  expect(new Set(ports).size).toBe(50)
  expect(await Promise.all(ports.map(port => isPortFree(port)))).not.toContain(false)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
