export { browserSubjects, gatewayApi } from './activities'
export * from './events'
export { type LaunchItem, launchApi, launchInternal, launchItems } from './launch'
export * from './needs'
export * from './remote-descriptor'
export {
  type RemoteState,
  type RemoteVersion,
  remotesApi,
  remotesInternal,
  remotesMax,
  SignedDescriptor,
} from './remote-versions'
export * from './remotes'
export { type BrowserCall, tracesApi } from './traces'
export { type PageVital, type ShellScreen, shellScreens, vitalNames, vitalsApi } from './vitals'
