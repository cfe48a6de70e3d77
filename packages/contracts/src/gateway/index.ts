export { browserSubjects, gatewayApi } from './activities'
export {
  ActivitiesRecorded,
  ActivityRecorded,
  activityBatchLimit,
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
