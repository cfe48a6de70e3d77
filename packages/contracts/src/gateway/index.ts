export { browserSubjects, gatewayApi } from './activities'
export {
  ActivitiesRecorded,
  ActivityRecorded,
  activityBatchSizeMax,
  changesHeader,
  LoggedChange,
  LoggedChanges,
} from './events'
export {
  describeRemote,
  RegisteredRemote,
  RemoteBase,
  RemoteDescriptor,
  RemoteSource,
  RemoteSubmenu,
  RemotesDocument,
} from './remotes'
export { type BrowserCall, tracesApi } from './traces'
export { type PageVital, type ShellScreen, shellScreens, vitalNames, vitalsApi } from './vitals'
