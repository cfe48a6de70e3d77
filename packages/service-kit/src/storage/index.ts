export { bucketEnv, openTarget, type StorageTarget, targetEnv } from './target'
