import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { domains, remoteNameOf, serviceNameOf } from '../domains'

export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..')

/** Packages that run as processes, the gateway last. */
export const serviceNames: readonly string[] = domains.map(serviceNameOf)
export const processNames: readonly string[] = [...serviceNames, 'gateway']

/** Packages that are built to static files. */
export const frontendNames: readonly string[] = ['shell', ...domains.map(remoteNameOf)]

/** The command that saves and restores an installation. */
export const operationsPackage = 'packages/operations'

export const builtPackages: readonly string[] = [...processNames, operationsPackage, ...frontendNames]

export const packageFolder = (pkg: string, code = repository) => join(code, pkg)
