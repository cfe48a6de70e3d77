import { defineRemote } from '@cascade/config/rspack'

export default defineRemote()
