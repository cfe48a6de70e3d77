export {
  type ApprovalOperation,
  type ApprovalSubject,
  amountOperations,
  approvalOperations,
  authorityOperations,
  operationTexts,
  requestersOf,
  waitingText,
} from './approval'
export { type AuditEntry, type AuditFormatter, auditAs, type RawRequest } from './audit'
export { allEndpoints, allExamples, exampleOf } from './calls'
export {
  CallerQuery,
  EmptyObject,
  endpoint,
  Id,
  IdParams,
  idempotencyKeyPattern,
  ListQuery,
  listQueryOf,
  listResponseOf,
  PathId,
  responseOf,
  type SortBy,
  SuccessResponse,
} from './define'
export {
  addressVariableOf,
  type DomainName,
  domainNames,
  type ExternalName,
  isExternal,
  mapDomains,
  perDomain,
  remoteVariableOf,
} from './domain'
export type {
  AnyEndpoint,
  BodyInputOf,
  BodyOf,
  Endpoint,
  Method,
  ParamsInputOf,
  ParamsOf,
  QueryInputOf,
  QueryOf,
  ResponseOf,
} from './endpoint'
export { codeCatalogue, reasonCatalogue } from './errors/error-catalogue'
export { ErrorBody, type ErrorCode, type ErrorStatus, errorCodes, errorTexts, statusByCode } from './errors/errors'
export { issueText } from './errors/issue-text'
export { type Reason, reasons } from './errors/reasons'
export {
  AnyEvent,
  defineEvent,
  EventActor,
  removedEventType,
  transientEventTypes,
  withheldEventTypes,
} from './event'
export { findMisfits, needsOf, offerOf, shapeOf } from './fit'
export {
  type Caller,
  callers,
  defineFeedCall,
  externalFeeds,
  type InternalCall,
  internalCall,
  type ServiceName,
} from './internal'
export { type MultipartLimits, multipartBytesMax, multipartFields, repeatedField, UploadedFile } from './multipart'
export { toOpenApi } from './openapi'
export { type Access, can, type Permission, permissions, rolesOf } from './permissions'
export {
  defineExportCall,
  type ExportingDomain,
  exportParts,
  openDrawsCall,
  restorePercentagesCall,
} from './reports/backup-internal'
export { buildContent, buildPath } from './request'
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
export { dayIn, type Preset, PresetQuery, presets } from './values/days'
export { foldDigits } from './values/fold-digits'
export { type ParsedNumber, parseNumber } from './values/parse-number'
export { amountMax, balanceMax, formatPoints, Points, toHundredths, toPoints, withTwoDecimals } from './values/points'
export { normalizeIdentifier, toSearchKey } from './values/text'
