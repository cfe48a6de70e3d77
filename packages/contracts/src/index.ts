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
export { type AuditEntry, type AuditFormatter, auditAs, type RawRequest, toRawRequest } from './audit'
export * from './calls'
export { changesState } from './changes-state'
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
export * from './domain'
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
export { codeCatalogue } from './errors/code-catalogue'
export * from './errors/errors'
export * from './errors/issue-text'
export { reasonCatalogue } from './errors/reason-catalogue'
export * from './errors/reasons'
export * from './event'
export * from './event-actor'
export * from './fit'
export * from './internal'
export * from './multipart'
export { toOpenApi } from './openapi/openapi'
export { toOperationId } from './openapi/operation'
export * from './permissions'
export * from './reports/backup-internal'
export * from './request'
export * from './rights'
export * from './roles'
export { dayIn, type Preset, PresetQuery, presets } from './values/days'
export * from './values/fold-digits'
export { type ParsedNumber, parseNumber } from './values/parse-number'
export * from './values/points'
export { normalizeIdentifier, toSearchKey } from './values/text'
