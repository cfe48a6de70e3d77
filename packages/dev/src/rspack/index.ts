export { defineRemote } from './remote'
export { defineService, type ServiceOptions } from './service'
export { defineShell } from './shell'
