export { defineRemote } from './remote'
export { definePageScript, defineService, type ServiceOptions } from './service'
export { defineShell } from './shell'
