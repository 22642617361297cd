/**
 * Error for invalid settings. The message names each invalid setting and states the accepted
 * values.
 */
export class ConfigError extends Error {}
