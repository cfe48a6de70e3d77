export type { Finding, FindingName } from './finding'
export { extractProof, isTicketProof, parseDocuments } from './parse-documents'
export * from './verify-record'
export * from './verify-ticket'
