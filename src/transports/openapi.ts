import * as z from 'zod';
import { planTitle } from '../base/plans.ts';
import { basePath, type Catalogue } from '../catalogue/catalogue.ts';
import { parametersOf } from '../catalogue/common-params.ts';
import { type Endpoint, pageSize } from '../catalogue/endpoint.ts';
import type { Parameter } from '../catalogue/parameter.ts';
import { schemaOf } from './field-schema.ts';
import { formats } from './rest.ts';

/** Explains the terms "exact", "any case" and "pattern" in the descriptions of parameters. */
const rules =
  '"exact" compares the full value including case, "any case" ignores case, and "pattern" is an RE2 regular expression that matches anywhere and ignores case. Ticker parameters also accept company names.';

/** The catalogue as an OpenAPI 3.1 document. */
export function openApiOf(catalogue: Catalogue, version: string): object {
  const paths = catalogue.endpoints.map((endpoint) => [
    `${basePath}${endpoint.path}`,
    { get: operation(endpoint) },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Biotech Catalyst Data Service',
      version: '2.0.0',
      description: `Read-only data on biotech catalysts. Served by biotech-catalyst-mcp ${version}. ${rules}`,
    },
    // Clients choose one of these three ways to send the key. The query parameter is last, because
    // proxies log URLs.
    security: [{ bearer: [] }, { header: [] }, { apiKey: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key; OAuth tokens are not accepted',
        },
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        apiKey: { type: 'apiKey', in: 'query', name: 'apiKey' },
      },
      schemas: {
        Error: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
        Pagination: {
          type: 'object',
          required: ['page', 'pageSize', 'total'],
          properties: {
            page: { type: 'integer' },
            pageSize: { type: 'integer', const: pageSize },
            total: { type: 'integer' },
          },
        },
      },
    },
  };
}

function operation(endpoint: Endpoint): object {
  return {
    operationId: endpoint.name,
    tags: [endpoint.group],
    summary: endpoint.title,
    description:
      `${endpoint.description} Plan: ${planTitle(endpoint.plan)}. Limit: ` +
      `${endpoint.limit.requests} requests per ${endpoint.limit.windowSeconds} seconds. Defined ` +
      `by: ${endpoint.origin === 'specification' ? 'the specification' : 'this server'}.`,
    parameters: [
      ...Object.entries(parametersOf(endpoint, true)).map(parameterOf(endpoint)),
      format,
    ],
    responses: responsesOf(endpoint),
  };
}

function parameterOf(endpoint: Endpoint) {
  return ([name, parameter]: [string, Parameter]) => {
    const inPath = endpoint.path.includes(`{${name}}`);
    const { $schema: _, ...schema } = z.toJSONSchema(parameter.schema, { io: 'input' });
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || parameter.required,
      description: parameter.rule,
      schema,
    };
  };
}

/** The parameter `format` of every REST path. Tools do not have this parameter. */
const format = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'json (default), or csv: one page as a table, with a Link header to the next page',
  schema: { type: 'string', enum: formats },
};

function responsesOf(endpoint: Endpoint): object {
  const record = Object.fromEntries(
    Object.entries(endpoint.record).map(([name, field]) => [name, schemaOf(field)]),
  );
  const error = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  return {
    200: {
      description: 'Records and pagination. `Note` marks answers with a demo key or demo data.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['result', 'pagination'],
            properties: {
              result: { type: 'array', items: { type: 'object', properties: record } },
              pagination: { $ref: '#/components/schemas/Pagination' },
              Note: { type: 'string' },
            },
          },
        },
        'text/csv': { schema: { type: 'string' } },
      },
    },
    400: error('A parameter is missing or invalid'),
    401: error('API key missing or invalid, or several different keys'),
    403: error('Not included in the plan or bundle, or access is paused or expired'),
    ...(endpoint.paging === 'single'
      ? { 404: error('Unknown record; the error message contains suggestions') }
      : {}),
    429: error('Rate limit exceeded; Retry-After states the seconds to wait'),
    502: error('The upstream returned no usable answer'),
    503: error('The upstream is not available'),
    504: error('The upstream did not answer in time'),
  };
}
