import { findTool, install } from '../tools'
import type { MongoProvider } from './provider'
import { embeddedName, secantusBinary, secantusLauncher, secantusRoot } from './secantus'

/** Builds the embedded server once. Needs a Rust toolchain, CMake and a C compiler; 4 to 5 minutes on 2 cores. */
export const cargoSecantus: MongoProvider = async log => {
  const cargo = await findTool('cargo')
  if (!cargo) return 'no Rust toolchain (cargo) to build the embedded server'
  if (!(await findTool('cmake'))) return 'no cmake to build the embedded server'
  if (!(await findTool('cc'))) return 'no C compiler (cc) to build the embedded server'
  const failure = await install({
    label: 'Building the embedded database server (once, about 5 minutes)',
    command: cargo,
    args: [
      ...['install', 'secantus-mdb', '--version', '0.5.3-beta.196', '--locked', '--ignore-rust-version'],
      ...['--root', secantusRoot],
    ],
    timeoutMs: 30 * 60_000,
    log,
  })
  return failure ?? secantusLauncher(secantusBinary, 'secantusd-rs', embeddedName)
}
