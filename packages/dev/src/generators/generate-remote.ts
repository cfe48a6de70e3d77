import { fillOutside, outsideFolder } from './outside'

const kits = ['contracts', 'files', 'service-kit', 'web-kit', 'ui-kit', 'dev'] as const

/** Writes the repository of a remote of another team. */
export function generateRemote(path: string): string {
  const outside = outsideFolder(path)
  fillOutside(outside, 'remote', kits)
  return `Next, in ${outside.folder}: npm install, npm run build, npm test. Its README.md says how to deploy it.`
}
