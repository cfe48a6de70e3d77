import { defineRemote } from '@cascade/dev/rspack'

export default defineRemote()
