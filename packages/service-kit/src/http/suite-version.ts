import manifest from '../../package.json' with { type: 'json' }

/** All rooms are of one version, as `npm run release` gives it. */
export const suiteVersion: string = manifest.version
