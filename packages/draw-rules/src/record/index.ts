export { canonicalJson, descriptionDigest, recordHash } from './canonical-json'
export { createRecord, parseCosts } from './create-record'
export { createRecordSigner, type FullRecord, type RecordSigner, sealRecord, signedBytes } from './seal-record'
