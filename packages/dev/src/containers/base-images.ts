import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder, findTool } from '../../bin/tools.mjs'
import { provideNewestNode } from '../servers/newest-node'
import type { Log } from '../servers/server'

/** Runs podman. @returns its output @throws Error if it fails */
export type Podman = (args: readonly string[]) => string

type BaseImage = { name: string; dockerfile: string; fill?: (folder: string) => void | Promise<void> }

const debian = 'localhost/cascade-debian:bookworm'

/** Base images of the Dockerfiles, with a local replacement if no registry is reachable. */
const images: readonly BaseImage[] = [
  {
    name: 'docker.io/library/busybox:1.37',
    dockerfile: `FROM ${debian} AS debian\nRUN ["busybox", "mkdir", "-p", "/files/bin", "/files/tmp"]
RUN ["busybox", "cp", "/bin/busybox", "/files/bin/"]\nRUN chroot /files /bin/busybox --install -s /bin
FROM scratch\nCOPY --from=debian /files /\nCMD ["sh"]\n`,
  },
  {
    name: 'docker.io/library/node:26-bookworm-slim',
    dockerfile: `FROM ${debian}\nCOPY . /usr/local\nRUN cd /usr/local/bin && ln -s ../lib/node_modules/npm/bin/npm-cli.js npm \\
  && useradd --uid 1000 --create-home node\nCMD ["node"]\n`,
    async fill(folder) {
      mkdirSync(join(folder, 'bin'))
      cpSync(await provideNewestNode(), join(folder, 'bin', 'node'))
      const npm = join(dirname(realpathSync(process.execPath)), '..', 'lib', 'node_modules', 'npm')
      cpSync(npm, join(folder, 'lib', 'node_modules', 'npm'), { recursive: true })
    },
  },
  {
    name: 'docker.io/library/nats:2.11-alpine',
    dockerfile: 'FROM busybox:1.37\nCOPY nats-server /usr/local/bin/\nENTRYPOINT ["/usr/local/bin/nats-server"]\n',
    fill: async folder =>
      cpSync((await findTool('nats-server')) ?? cacheFolder('bin', 'nats-server'), join(folder, 'nats-server')),
  },
  {
    name: 'docker.io/library/mongo:8.0.17',
    dockerfile: `FROM ${debian}\nCOPY secantusd-rs /usr/local/bin/\n`,
    fill: folder => cpSync(cacheFolder('secantus', 'bin', 'secantusd-rs'), join(folder, 'secantusd-rs')),
  },
]

/**
 * Pulls each base image, or builds a replacement from Debian packages and programs of this machine. The replacement of
 * `mongo:8.0.17` is the embedded database.
 */
export async function provideBaseImages(podman: Podman, log: Log): Promise<void> {
  for (const image of images) {
    if (isHere(podman, image.name) || succeeds(() => podman(['pull', '--quiet', image.name]))) continue
    if (!isHere(podman, debian)) makeDebian(podman)
    const folder = mkdtempSync(join(tmpdir(), 'cascade-image-'))
    try {
      await image.fill?.(folder)
      const file = `${folder}.dockerfile`
      writeFileSync(file, image.dockerfile)
      podman([
        'build',
        '--quiet',
        '--network',
        'host',
        '--label',
        'cascade.stand-in=true',
        '-t',
        image.name,
        '-f',
        file,
        folder,
      ])
      rmSync(file)
      log(`${image.name}: built locally, as no registry is reachable`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export const isStandIn = (podman: Podman, image: string) =>
  podman(['image', 'inspect', '--format', '{{ index .Labels "cascade.stand-in" }}', image]).trim() === 'true'

const isHere = (podman: Podman, image: string) => succeeds(() => podman(['image', 'exists', image]))

function makeDebian(podman: Podman) {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-debian-'))
  const archive = join(folder, 'debian.tar')
  const exclude = ['doc', 'man', 'locale'].map(name => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  const include = '--include=libstdc++6,zlib1g,ca-certificates,busybox-static'
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', include, ...exclude, 'bookworm', archive])
  podman(['import', archive, debian])
  rmSync(folder, { recursive: true })
}

function succeeds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
