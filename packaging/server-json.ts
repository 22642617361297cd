import { settings } from '../src/base/config.ts';

/** Values for `server.json` that only the publisher of the server can provide. */
export interface Publication {
  /** Server name in the MCP registry, such as `io.github.OWNER/biotech-catalyst-mcp`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** URL of the public source repository, if there is one. */
  readonly repository?: string;
  /** Name of the npm package, if it is published. */
  readonly npm?: string;
  /** Name of the container image, such as `ghcr.io/OWNER/biotech-catalyst-mcp`. */
  readonly image?: string;
  /** URL and SHA-256 digest of the MCPB bundle, if it is published. */
  readonly bundle?: { readonly url: string; readonly sha256: string };
}

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** Maximum characters of a description in the MCP registry. */
const MAX_DESCRIPTION = 100;
/** Settings for which the installer asks the user. */
const promptedSettings = ['CATALYST_CONTACT', 'CATALYST_SYNC', 'CATALYST_BASE_URL'] as const;
/** Further settings for which the installer asks. Their values are masked. */
const secretSettings = ['CATALYST_API_KEY'] as const;

/**
 * Arguments of the container: a volume for the records, and the transport stdio (the default is
 * HTTP).
 */
const ofContainer = {
  runtimeArguments: [{ type: 'named', name: '--volume', value: 'biotech-catalyst:/data' }],
  packageArguments: [{ type: 'positional', value: 'stdio' }],
} as const;

/** Builds the MCP registry entry `server.json` (schema version 2025-12-11). */
export function serverJson(publication: Publication): object {
  const { name, version, description, repository, npm, image, bundle } = publication;
  const transport = { type: 'stdio' };
  const environmentVariables = [...promptedSettings, ...secretSettings].map((variable) => ({
    name: variable,
    description: settings[variable].description,
    isRequired: false,
    isSecret: secretSettings.some((one) => one === variable),
  }));
  const packages = [
    ...(npm ? [{ registryType: 'npm', identifier: npm, version }] : []),
    ...(image ? [{ registryType: 'oci', identifier: `${image}:${version}`, ...ofContainer }] : []),
    ...(bundle
      ? [{ registryType: 'mcpb', identifier: bundle.url, fileSha256: bundle.sha256 }]
      : []),
  ];
  return {
    $schema: schema,
    name,
    title: 'Biotech catalysts',
    description: description.slice(0, MAX_DESCRIPTION),
    version,
    ...(repository ? { repository: { url: repository, source: sourceOf(repository) } } : {}),
    packages: packages.map((one) => ({ ...one, transport, environmentVariables })),
  };
}

function sourceOf(repository: string): string {
  return new URL(repository).hostname.split('.').at(-2) ?? 'git';
}
