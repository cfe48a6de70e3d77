import manifest from '../../package.json' with { type: 'json' }

/** Version of all packages, set by `npm run release`. */
export const suiteVersion: string = manifest.version
