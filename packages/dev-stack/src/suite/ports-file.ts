import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Ports } from './environment'

const PortsFile = z.record(z.string(), z.object({ http: z.number(), metrics: z.number() }))
const fileIn = (dataDir: string) => join(dataDir, 'ports.json')

/** Keeps where the processes of a suite listen, for commands that talk to them. */
export const keepPorts = (dataDir: string, ports: Ports): Promise<void> =>
  writeFile(fileIn(dataDir), `${JSON.stringify(ports, null, 2)}\n`)

/** @throws Error where no suite has run on this folder */
export async function keptPorts(dataDir: string): Promise<Ports> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`No suite has run on ${dataDir}. Start it first: npm start`)
  return PortsFile.parse(JSON.parse(text))
}
