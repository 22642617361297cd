/** Invalid settings. The message names each one and states the accepted values. */
export class ConfigError extends Error {}
