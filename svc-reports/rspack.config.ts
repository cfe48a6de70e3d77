import { defineService } from '@cascade/config/rspack'

export default defineService()
