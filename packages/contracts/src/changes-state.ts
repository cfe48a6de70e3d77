import type { AnyEndpoint } from './endpoint'

/** Calls with side effects that the specification defines as GET. */
const changingReads = [
  '/auth/logout',
  '/app/logout',
  '/backup/exportbackup',
  '/backup/importbackup',
  '/backup/transferbackup',
]

/** True for a call with side effects, regardless of its method. */
export const changesState = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): boolean =>
  method !== 'GET' || changingReads.includes(path.replace(/\/:[A-Za-z]+$/, ''))
