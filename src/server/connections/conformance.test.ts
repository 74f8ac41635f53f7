import { describe, expect, test } from 'vitest';
import { ALTEGIO } from '#server/testing/conformance/connections/bindings/altegio.ts';
import { CHATWOOT } from '#server/testing/conformance/connections/bindings/chatwoot.ts';
import { AMO } from '#server/testing/conformance/connections/bindings/amo.ts';
import { IIKO } from '#server/testing/conformance/connections/bindings/iiko.ts';
import { MEDFLEX } from '#server/testing/conformance/connections/bindings/medflex.ts';
import { YCLIENTS } from '#server/testing/conformance/connections/bindings/yclients.ts';
import { openConnectionPlaces } from '#server/testing/conformance/connections/place.ts';
import { playScenario, SCENARIOS, scenariosOf } from '#server/testing/conformance/connections/scenarios.ts';

const places = await openConnectionPlaces();

/** Each kind with the number of scenarios it plays; docs/ARCHITECTURE.md states them too. */
const ROWS = [
  { name: 'yclients', plays: 18, binding: YCLIENTS },
  { name: 'altegio', plays: 18, binding: ALTEGIO },
  { name: 'iiko', plays: 14, binding: IIKO },
  { name: 'chatwoot', plays: 15, binding: CHATWOOT },
  { name: 'amo', plays: 19, binding: AMO },
  { name: 'medflex', plays: 14, binding: MEDFLEX },
];

/** Some scenarios create several hundred records. */
const LONG_MS = 60_000;

describe.each(ROWS)('$name', ({ plays, binding }) => {
  test.each(scenariosOf(binding))('$title', { timeout: LONG_MS }, (scenario) =>
    playScenario(places, binding, scenario),
  );

  test('every other scenario is about something the kind does not have, with a reason', () => {
    const others = SCENARIOS.filter(({ isFor }) => isFor && !isFor(binding)).map(({ name }) => name);
    expect(Object.keys(binding.skips).toSorted()).toEqual(others.toSorted());
    for (const reason of Object.values(binding.skips)) expect(reason).toMatch(/^[A-Z].{10,}\.$/);
    expect(scenariosOf(binding)).toHaveLength(plays);
  });
});

test('the suite has as many scenarios as the documents state', () => {
  expect(SCENARIOS).toHaveLength(19);
  expect(ROWS.reduce((sum, { plays }) => sum + plays, 0)).toBe(98);
});
