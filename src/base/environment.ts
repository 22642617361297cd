/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * An unfilled placeholder, such as `${user_config.address}`, which clients pass for empty settings.
 */
const placeholder = /^\s*\$\{[^}]*\}\s*$/;

/** The value of a variable, or undefined if it is empty or a placeholder. */
export function given(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value === '' || placeholder.test(value) ? undefined : value;
}
