import { defineShell } from '@cascade/config/rspack'

export default defineShell()
