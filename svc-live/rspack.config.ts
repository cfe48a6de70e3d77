import { defineService } from '@cascade/dev/rspack'

export default defineService()
