import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { COPIED } from '../../packaging/package.ts';
import { serverJson } from '../../packaging/server-json.ts';
import { settings } from '../../src/base/config.ts';
import { root } from '../support/mcp.ts';

/** Requirements of the registry schema of 2025-12-11 for the fields that this project writes. */
const variable = z.strictObject({
  name: z.enum(Object.keys(settings)),
  description: z.string(),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
});
const argument = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('positional'), value: z.string() }),
  z.strictObject({ type: z.literal('named'), name: z.string(), value: z.string() }),
]);
const published = {
  transport: z.strictObject({ type: z.literal('stdio') }),
  environmentVariables: z.array(variable),
};
const registryEntry = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  repository: z.strictObject({ url: z.url(), source: z.string() }).optional(),
  packages: z.array(
    z.discriminatedUnion('registryType', [
      z.strictObject({
        ...published,
        registryType: z.literal('npm'),
        identifier: z.string(),
        version: z.string(),
      }),
      z.strictObject({
        ...published,
        registryType: z.literal('oci'),
        identifier: z.string(),
        runtimeArguments: z.array(argument),
        packageArguments: z.array(argument),
      }),
      z.strictObject({
        ...published,
        registryType: z.literal('mcpb'),
        identifier: z.url(),
        fileSha256: z.string().regex(/^[a-f0-9]{64}$/),
      }),
    ]),
  ),
});

const about = {
  name: 'io.github.nobody/biotech-catalyst-mcp',
  version: '1.2.3',
  description: 'What it is. '.repeat(20),
};

describe('server.json', () => {
  it('is as the registry wants it, with each way to install that is published', () => {
    const entry = registryEntry.parse(
      serverJson({
        ...about,
        repository: 'https://github.com/nobody/biotech-catalyst-mcp',
        npm: 'biotech-catalyst-mcp',
        image: 'ghcr.io/nobody/biotech-catalyst-mcp',
        bundle: { url: 'https://example.org/biotech-catalyst-mcp.mcpb', sha256: 'a'.repeat(64) },
      }),
    );
    expect(entry.repository?.source).toBe('github');
    expect(
      entry.packages.map(({ registryType, identifier }) => [registryType, identifier]),
    ).toEqual([
      ['npm', 'biotech-catalyst-mcp'],
      ['oci', 'ghcr.io/nobody/biotech-catalyst-mcp:1.2.3'],
      ['mcpb', 'https://example.org/biotech-catalyst-mcp.mcpb'],
    ]);
    // The image serves HTTP by default, and loses all data that is not in a volume.
    const image = entry.packages.find(({ registryType }) => registryType === 'oci');
    expect(image).toMatchObject({
      packageArguments: [{ type: 'positional', value: 'stdio' }],
      runtimeArguments: [{ name: '--volume', value: 'biotech-catalyst:/data' }],
    });
    const [first] = entry.packages;
    const secrets = first?.environmentVariables.filter(({ isSecret }) => isSecret);
    expect(secrets?.map(({ name }) => name)).toEqual(['CATALYST_API_KEY']);
  });

  it('says nothing of what is not published', () => {
    const entry = registryEntry.parse(serverJson(about));
    expect(entry.packages).toEqual([]);
    expect(entry).not.toHaveProperty('repository');
  });
});

describe('Dockerfile', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');

  it('is one, by another reader of such files', () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    // Shows that the validator reports errors.
    expect(validate(`${text}\nFROMM x`)).not.toEqual([]);
  });

  it('runs as nobody in particular, with a health check, and starts what it copies', () => {
    const [, run = ''] = text.split(/^FROM /m).slice(1);
    expect(run).toMatch(/^USER node$/m);
    expect(run.indexOf('USER node')).toBeGreaterThan(run.indexOf('RUN '));
    expect(run).toContain('HEALTHCHECK');
    expect(run).toContain('/healthz');
    expect(run).toMatch(/^COPY --from=build \/source\/\.package \/app$/m);
    expect(run).toMatch(/^ENTRYPOINT \["node", "\/app\/dist\/main\.js"\]$/m);
  });

  it('is given every file that its build reads', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    for (const name of ['packaging', 'src', 'tools', 'package-lock.json', ...COPIED]) {
      expect(ignored).toContain(`!${name}`);
    }
  });
});
