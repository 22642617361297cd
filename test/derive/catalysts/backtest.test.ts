import { expect, it } from 'vitest';
import { catalystEvents } from '../../../src/derive/catalysts/track-record.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { demoDay, smallDemo } from '../../support/demo-facts.ts';
import { factsUntil } from '../../support/facts-until.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

/** The demo's regulatory facts with gaps, so that forecasts depend on other facts. */
function factsWithGaps(): FactsByKind {
  const { companies, catalysts, complete_response_letters, ...others } = smallDemo();
  const { catalyst_changes, decisions, designations, approvals, adcomm_votes } = others;
  const { letter_deficiencies, drug_labels, trials } = others;
  return {
    companies,
    catalyst_changes,
    decisions,
    designations,
    approvals,
    adcomm_votes,
    letter_deficiencies,
    drug_labels,
    trials,
    catalysts: catalysts.map((one) => ({ ...one, therapeuticArea: null, drugType: null })),
    complete_response_letters: complete_response_letters.map((one, at) =>
      at % 2 === 0 ? one : ({ ...one, drug_name: null } as Fact<'complete_response_letters'>),
    ),
  };
}

const eventsOn = async (day: string, facts: FactsByKind) =>
  (await refreshOf(day, facts)).memo(catalystEvents);

it('a backtest has the forecasts of a store without all that became known later', async () => {
  const facts = factsWithGaps();
  const events = (await eventsOn(demoDay, facts)).filter(({ truth }) => truth);
  const asked = [90, 30, 1].flatMap((horizon) =>
    events.map((event) => ({ event, day: shiftDays(event.truth!.happened_on, -horizon) })),
  );
  // A backtest has probabilities only for the day before the event. Of dates, a sample is enough.
  const compared = asked.filter(({ event, day }, at) =>
    event.kind === 'approval' ? event.on(day) !== null : at % 10 === 0,
  );
  expect(compared.filter(({ event }) => event.kind === 'approval').length).toBeGreaterThan(10);
  for (const day of new Set(compared.map((one) => one.day))) {
    const then = await eventsOn(day, factsUntil(facts, day));
    for (const { event } of compared.filter((one) => one.day === day)) {
      const { id, kind } = event;
      const same = then.find((one) => one.id === id && one.kind === kind);
      expect([day, kind, id, event.on(day)]).toEqual([day, kind, id, same?.on(day) ?? null]);
    }
  }
});
