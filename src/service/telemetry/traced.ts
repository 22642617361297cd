import type { Tracing } from '../../base/tracing.ts';
import type { Limits } from '../access/limits.ts';
import type { Backend } from '../backend.ts';
import type { Service } from '../service.ts';

/** Wraps a service so that each answer is recorded as a span. */
export function tracedService(service: Service, tracing: Tracing): Service {
  return {
    ...service,
    answer: (endpoint, ...asked) =>
      tracing.step('answer', endpoint.name, () => service.answer(endpoint, ...asked)),
    answerAll: (...asked) => tracing.step('answer', 'several', () => service.answerAll(...asked)),
  };
}

export function tracedLimits(limits: Limits, tracing: Tracing): Limits {
  return {
    ...limits,
    spend: (account, ...endpoints) =>
      tracing.step('limits', endpoints[0].name, () => limits.spend(account, ...endpoints)),
  };
}

/** Wraps a backend so that each read of records is recorded as a span. */
export function tracedBackend(source: () => Backend, tracing: Tracing): () => Backend {
  let seen: { readonly source: Backend; readonly traced: Backend } | undefined;
  return () => {
    const current = source();
    if (seen?.source === current) return seen.traced;
    const traced: Backend = {
      ...current,
      fetch: (endpoint, ...asked) =>
        tracing.step('query', endpoint.name, () => current.fetch(endpoint, ...asked)),
    };
    seen = { source: current, traced };
    return traced;
  };
}
