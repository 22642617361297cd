import { expect, it } from 'vitest';
import { factKinds } from '../../src/facts/fact-kinds.ts';
import { demoDay, demoFactsOf, factNames } from '../support/demo-facts.ts';

const facts = demoFactsOf(demoDay);

it.each(factNames)('the demo’s %s state what their kind declares', (name) => {
  const { shape } = factKinds[name].schema;
  const stated = new Set(facts[name].flatMap((record) => Object.keys(record)));
  const beyond = [...stated].filter((field) => !(field in shape));
  // Each financial figure is stored with the URL of its filing.
  expect(beyond).toEqual(name === 'financial_facts' ? ['source_url'] : []);
});
