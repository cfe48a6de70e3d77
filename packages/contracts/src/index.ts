export { allEndpoints, allExamples, exampleOf } from './calls'

export {
  answerOf,
  CallerQuery,
  Done,
  endpoint,
  Id,
  IdParams,
  idempotencyKeyPattern,
  ListQuery,
  listOf,
  listQueryOf,
  Nothing,
  PathId,
  type SortBy,
} from './define'
export { addressVariableOf, type DomainName, domainNames, perDomain, remoteVariableOf, variablesOf } from './domain'
export type {
  AnswerOf,
  AnyEndpoint,
  BodyInputOf,
  BodyOf,
  Endpoint,
  Method,
  ParamsInputOf,
  ParamsOf,
  QueryInputOf,
  QueryOf,
} from './endpoint'
export { codeCatalogue, reasonCatalogue } from './errors/error-catalogue'
export { ErrorBody, type ErrorCode, type ErrorStatus, errorCodes, refusals, statusOfCode } from './errors/errors'
export { issueText } from './errors/issue-text'
export { type Reason, reasons } from './errors/reasons'
export { AnyEvent, eventOf } from './event'
export { type Caller, callers, feedCallOf, type InternalCall, internalCall, type ServiceRoom } from './internal'
export { type MultipartLimits, manyOf, maxMultipartBytes, multipartFields, UploadedFile } from './multipart'
export { toOpenApi } from './openapi'
export { type Access, can, type Permission, permissions, rolesOf } from './permissions'
export {
  type ExportingDomain,
  exportCallOf,
  exportedParts,
  openDrawsCall,
  restorePercentagesCall,
} from './reports/backup-internal'
export { addressOf, contentOf } from './request'
export {
  type AccountRole,
  type BackOfficeRole,
  backOfficeRoles,
  childRoleOf,
  isBackOfficeRole,
  isRole,
  isSideRole,
  isTreeRole,
  parentRoleOf,
  Role,
  roleAliases,
  roleLabels,
  roles,
  type SideRole,
  sideRoles,
  type TreeRole,
  treeRoles,
} from './roles'
export { type LogLine, type Sent, type Tell, tell } from './tell'
export { type Preset, PresetQuery, presets } from './values/days'
export { foldDigits } from './values/fold-digits'
export { formatPoints, maxAmount, maxBalance, Points, toHundredths, toPoints, withTwoDecimals } from './values/points'
export { type NumberRead, readNumber } from './values/read-number'
export { toSearchKey } from './values/text'
