/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Matches a placeholder such as `${user_config.address}`. Some clients pass it unchanged if the
 * user leaves a setting empty.
 */
const placeholder = /^\s*\$\{[^}]*\}\s*$/;

/** The value of a variable, or undefined if it is empty or a placeholder. */
export function given(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value === '' || placeholder.test(value) ? undefined : value;
}
