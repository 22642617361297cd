import about from '../../package.json' with { type: 'json' };

export const { version } = about;
const stated: Readonly<Record<string, unknown>> = about;
/** URL of the project page, or undefined if package.json has none. */
export const homepage = typeof stated.homepage === 'string' ? stated.homepage : undefined;
