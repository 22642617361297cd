/** Settings as they come: the variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a client passes that was to fill in a setting and had nothing: `${user_config.address}`. */
const placeholder = /^\s*\$\{[^}]*\}\s*$/;

/** The value of a variable; one that is empty or wholly a placeholder is unset. */
export function given(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value === '' || placeholder.test(value) ? undefined : value;
}
