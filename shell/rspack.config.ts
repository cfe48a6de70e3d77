import { defineShell } from '@cascade/dev/rspack'

export default defineShell()
