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
} from './events'
export { CallShape, RemoteNeeds } from './needs'
export { describeRemote, RemoteDescriptor, RemoteSource } from './remote-descriptor'
export { RegisteredRemote, RemoteAction, RemoteBase, RemoteCard, RemoteSubmenu, RemotesDocument } from './remotes'
export { type BrowserCall, tracesApi } from './traces'
export { type PageVital, type ShellScreen, shellScreens, vitalNames, vitalsApi } from './vitals'
