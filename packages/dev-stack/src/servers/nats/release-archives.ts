import type { ArchiveKind } from '../extract'

const version = 'v2.11.4'

export type ReleaseArchive = {
  /** Path of the archive below the address of all releases. */
  path: string
  kind: ArchiveKind
  sha256: string
  /** Path of the server in the archive. */
  program: string
}

/** The official archives by Node's name of platform and processor, with the checksums of the release's SHA256SUMS. */
const archives: Readonly<Record<string, ReleaseArchive>> = {
  'linux-x64': tarball('linux-amd64', '84192cee46c62760d9c259a97f373b73bccadc41be779c26ef676542ae15daf6'),
  'linux-arm64': tarball('linux-arm64', '66b1ec828d78c3d24e207ad77239b2208d939c6bebd88fe0656be5eae325442c'),
  'darwin-x64': tarball('darwin-amd64', 'e4e8fa118db1b19c3d2e32f03233f534794f4d6cdc92ba1e889d6ffd969966c7'),
  'darwin-arm64': tarball('darwin-arm64', '151d47377ddb2cdffb4474a30494be493923e2f8d0d390db7244f0509b5c759f'),
  'win32-x64': {
    path: `${version}/nats-server-${version}-windows-amd64.zip`,
    kind: 'zip',
    sha256: 'c78771905c52a8590f6c20cb101bb38ab65bd3046bd6ab8edf4e38efd41dce6f',
    program: `nats-server-${version}-windows-amd64/nats-server.exe`,
  },
}

/** The archive for a machine, `undefined` where none is pinned. */
export function archiveFor(platform: string, processor: string): ReleaseArchive | undefined {
  return archives[`${platform}-${processor}`]
}

function tarball(target: string, sha256: string): ReleaseArchive {
  const name = `nats-server-${version}-${target}`
  return { path: `${version}/${name}.tar.gz`, kind: 'tar.gz', sha256, program: `${name}/nats-server` }
}
