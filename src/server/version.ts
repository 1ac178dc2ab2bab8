import packageJson from '../../package.json' with { type: 'json' }

/** Of this release. */
export const { version } = packageJson
