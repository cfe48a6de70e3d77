import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { domains, remoteRoom, serviceRoom } from '@cascade/config/domains'

/** The root folder of the repository. */
export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/** Rooms that run as processes of their own, the gateway last. */
export const serviceRooms: readonly string[] = domains.map(serviceRoom)
export const processRooms: readonly string[] = [...serviceRooms, 'gateway']

/** Rooms that become static files. */
export const webRooms: readonly string[] = ['shell', ...domains.map(remoteRoom)]

/** Saves and restores an installation: a command, which only a schedule of backups keeps running. */
export const operationsRoom = 'packages/operations'

export const builtRooms: readonly string[] = [...processRooms, operationsRoom, ...webRooms]

export const roomFolder = (room: string, code = repository) => join(code, room)
