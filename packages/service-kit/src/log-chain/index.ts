export {
  activityContentOf,
  appendToChain,
  bytesOf,
  type ChainEntry,
  type ChainHead,
  type ChainRow,
  chainCollections,
  chainOf,
  digestOf,
  extendHash,
  type FeedSeal,
  isInLog,
  type LedgerSeal,
  leafOf,
  nextHash,
  nextSealHash,
  readChainHead,
  sealLeaf,
  unsealed,
} from './chain'
export {
  createHeadSigner,
  createHeadVerifier,
  createTextSigner,
  parseHeads,
  readHeads,
  readLastHead,
  writeHead,
} from './heads'
export { readChangedRows } from './sealed-rows'
export { type LogVerification, verifyLog } from './verify'
