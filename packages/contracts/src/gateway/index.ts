export {
  ActivitiesRecorded,
  ActivityRecorded,
  activityBatchLimit,
  changesHeader,
  LoggedChange,
  LoggedChanges,
} from './activity'
export { browserSubjects, gatewayApi, gatewayEndpoints } from './api'
export { gatewayCallExamples } from './examples'
export {
  describeRemote,
  RegisteredRemote,
  RemoteBase,
  RemoteDescriptor,
  RemoteSource,
  RemoteSubmenu,
  RemotesDocument,
} from './remotes'
