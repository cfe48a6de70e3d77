import { chromiumFlags } from '@cascade/dev-stack'

/** The pages of a profile in one process, as starting one for each test took longer than loading the suite. */
export const flags = [...chromiumFlags, '--process-per-site']
