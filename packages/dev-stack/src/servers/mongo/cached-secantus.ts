import { isExecutable } from '../tools'
import type { MongoProvider } from './provider'
import { embeddedName, secantusBinary, secantusLauncher } from './secantus'

/** The embedded server that an earlier start has installed. */
export const cachedSecantus: MongoProvider = async () =>
  (await isExecutable(secantusBinary))
    ? secantusLauncher(secantusBinary, 'secantusd-rs', embeddedName)
    : 'the embedded server is not installed yet'
