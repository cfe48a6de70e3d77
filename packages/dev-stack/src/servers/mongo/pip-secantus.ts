import { cacheFolder } from '../cache'
import { findTool, install, isExecutable } from '../tools'
import type { MongoProvider } from './provider'
import { secantusLauncher } from './secantus'

const folder = cacheFolder('secantus-py')
const binary = cacheFolder('secantus-py', 'bin', 'secantusd-py')
const note =
  'This is the slow build of the embedded server (about 15 times slower); a Rust toolchain gives the fast one.'

/** The embedded server as a Python package: seconds to install, slow to run. Needs Python 3.10 with venv. */
export const pipSecantus: MongoProvider = async log => {
  if (!(await isExecutable(binary))) {
    const python = await findTool('python3')
    if (!python) return 'no Python 3.10 for the slow build of the embedded server'
    const label = 'Installing the embedded database server (Python build)'
    const venv = { label: 'Making a Python environment', command: python, args: ['-m', 'venv', folder] }
    const pip = {
      label,
      command: `${folder}/bin/pip`,
      args: ['install', '--quiet', '--disable-pip-version-check', 'SecantusDB==0.7.0b3'],
    }
    for (const step of [venv, pip]) {
      const failure = await install({ ...step, timeoutMs: 5 * 60_000, log })
      if (failure) return failure
    }
  }
  return secantusLauncher(binary, 'secantusd-py', 'SecantusDB 0.7.0b3 (embedded, Python build)', note)
}
