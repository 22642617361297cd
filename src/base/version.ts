import about from '../../package.json' with { type: 'json' };

export const { version } = about;
const stated: Readonly<Record<string, unknown>> = about;
/** The page of the project, where package.json names one. */
export const homepage = typeof stated.homepage === 'string' ? stated.homepage : undefined;
