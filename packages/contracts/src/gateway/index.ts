export { browserSubjects, gatewayApi } from './activities'
export {
  ActivitiesRecorded,
  ActivityRecorded,
  ActivitySender,
  activityBatchSizeMax,
  changesHeader,
  LoggedChange,
  LoggedChanges,
  loggedObjectsMax,
  recordedHeader,
} from './events'
export { type LaunchItem, launchApi, launchInternal, launchItems } from './launch'
export { CallShape, RemoteNeeds } from './needs'
export { describeRemote, RemoteDescriptor, RemoteSource } from './remote-descriptor'
export {
  type RemoteState,
  type RemoteVersion,
  remotesApi,
  remotesInternal,
  remotesMax,
  SignedDescriptor,
} from './remote-versions'
export { RegisteredRemote, RemoteAction, RemoteBase, RemoteCard, RemoteSubmenu, RemotesDocument } from './remotes'
export { type BrowserCall, tracesApi } from './traces'
export { type PageVital, type ShellScreen, shellScreens, vitalNames, vitalsApi } from './vitals'
