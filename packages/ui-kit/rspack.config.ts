import { definePage } from '@cascade/config/rspack'

export default definePage({ title: 'Gallery of the kit', entry: './src/gallery/main.tsx', port: 8190 })
