import { describe, expect, it } from 'vitest';
import { basePath } from '../../src/catalogue/catalogue.ts';
import { type Endpoint, pageSize } from '../../src/catalogue/endpoint.ts';
import type { Condition, Filter, Parameter } from '../../src/catalogue/parameter.ts';
import { planLimits } from '../../src/service/access/limits.ts';
import { endpoints } from '../../tools/index.ts';
import { type Rule, specification } from '../support/specification.ts';

it('has the nine stated endpoints and no other as the specification’s', () => {
  const stated = endpoints.filter((endpoint) => endpoint.origin === 'specification');
  expect(stated.map(({ path }) => `${basePath}${path}`).sort()).toEqual(
    specification.map(({ path }) => path).sort(),
  );
});

describe.each(specification)('$path', (stated) => {
  const found = endpoints.find((endpoint) => `${basePath}${endpoint.path}` === stated.path);
  const endpoint = found as Endpoint;

  it('has the stated plan, limit and paging', () => {
    const [requests, windowSeconds] = stated.limit;
    expect(endpoint.plan).toBe(stated.plan);
    expect(endpoint.limit).toEqual({ requests, windowSeconds });
    expect(endpoint.paging).toBe(stated.paging);
  });

  it('has the stated parameters, in order, each by its rule and optional', () => {
    const parameters = Object.entries(endpoint.parameters);
    expect(parameters.map(([name, parameter]) => [name, ...ruleOf(name, parameter)])).toEqual(
      stated.parameters,
    );
    expect(parameters.filter(([, { required }]) => required)).toEqual([]);
    expect(endpoint.oneOfRequired ?? []).toEqual([]);
  });

  it('has the stated constraint and order', () => {
    expect(endpoint.constraints ?? []).toEqual(stated.constraints);
    if (stated.sort) expect(endpoint.sort).toEqual([stated.sort]);
  });

  it('has the stated fields, in order', () => {
    const expected = stated.fields.flatMap((line) => line.split(', '));
    const fields = Object.keys(endpoint.record);
    expect(stated.furtherFields ? fields.slice(0, expected.length) : fields).toEqual(expected);
  });
});

it('has the stated limits of the plans, and a page of 50', () => {
  expect(planLimits).toEqual({
    basic: { requests: 100, windowSeconds: 60 },
    'elite-plus': { requests: 1000, windowSeconds: 60 },
  });
  expect(pageSize).toBe(50);
});

it.each(['catdateFrom', 'catdateTo'])('refuses %s by the stated text', (name) => {
  const calendar = endpoints.find(({ path }) => path === '/fdacalendar');
  const parameter = calendar?.parameters[name] as Filter;
  const text = new RegExp(`^Invalid ${name}$`);
  expect(() => parameter.condition('soon', name, '2026-03-10')).toThrow(text);
});

/** Describes the filter rule of a parameter by its conditions for sample words, months and days. */
function ruleOf(name: string, parameter: Parameter): [Rule | 'unknown', string?] {
  if (parameter.kind === 'page') return ['page'];
  if (parameter.kind !== 'filter') return ['unknown'];
  const conditions = ['aB', '2024-02', '2024-02-29'].map((value) =>
    attempt(parameter, value, name),
  );
  const condition = conditions.find((one) => one !== undefined);
  return condition ? [ruleOfCondition(condition), condition.column.field] : ['unknown'];
}

function ruleOfCondition(condition: Condition): Rule | 'unknown' {
  const { is, column } = condition;
  if (is === 'matching') return 'regex-ci';
  if (is === 'one of') return 'unknown';
  const rules: Record<string, Rule> = {
    'value equal aB': 'exact',
    'value equal AB': 'upper-cased, then exact',
    'value starting with aB': 'prefix',
    'value at least 2024-02-01': 'start of the period',
    'value at most 2024-02-29': 'end of the period',
    'date at most 2024-02-29': 'as_of',
  };
  return rules[`${column.as} ${is} ${condition.value}`] ?? 'unknown';
}

function attempt(parameter: Filter, value: string, name: string): Condition | undefined {
  try {
    return parameter.condition(value, name, '2026-03-10');
  } catch {
    return undefined;
  }
}
