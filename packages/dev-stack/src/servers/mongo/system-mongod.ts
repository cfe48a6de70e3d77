import { findTool } from '../tools'
import { mongodLauncher } from './mongod'
import type { MongoProvider } from './provider'

/** The mongod that is installed on this machine. */
export const systemMongod: MongoProvider = async () => {
  const binary = await findTool('mongod')
  return binary ? mongodLauncher(binary, `mongod (${binary})`) : 'no mongod on the PATH'
}
