import { openRemote } from '@cascade/ui-kit/testing'
import remote from '../remote'

/** Opens a page of this remote: see `openRemote`. */
export const openPage = openRemote.bind(undefined, remote.routes)
