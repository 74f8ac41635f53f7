import { expect, test } from 'vitest';
import { DealStageId } from '#contract/deals/ids.ts';
import { FLOW_KIND_NAMES, flowKind } from './kinds.ts';
import { FLOW_OPTION_VALUES } from './option-values.ts';
import { FlowOptions, foreignOptions, optionNamesOf, optionsOf } from './options.ts';

const SAMPLES = {
  offerServiceIds: [],
  threshold: { visits: 10, spent: -1 },
  lateDays: 5,
  controlPercent: 10,
  reportPhones: ['+79160000001'],
  reviewUrl: 'https://maps.example/',
  groupMove: { dashboardId: null, fromGroups: [], toGroups: ['lost'] },
  reentry: { rule: 'once', minDays: 90 },
  moveDeal: { stageId: DealStageId.parse('01920000-0000-7000-8000-000000000001') },
} as const satisfies Record<keyof typeof FLOW_OPTION_VALUES, unknown>;

test.each(FLOW_KIND_NAMES)('a flow of the kind %s has exactly its own options, and refuses others', (kind) => {
  const own = optionsOf(kind);
  expect(own).toEqual(flowKind(kind).options);
  expect(FlowOptions.parse(own)).toEqual(own);
  for (const [name, value] of Object.entries(SAMPLES)) {
    const isOwn = Object.hasOwn(own, name);
    expect(foreignOptions(kind, { [name]: value }), name).toEqual(isOwn ? [] : [name]);
    const given = () => optionsOf(kind, { [name]: value });
    if (isOwn) expect(given()).toEqual({ ...own, [name]: value });
    else expect(given).toThrow(name);
  }
});

test('every option belongs to some kind', () => {
  const declared = new Set<string>(FLOW_KIND_NAMES.flatMap(optionNamesOf));
  expect([...declared].toSorted()).toEqual(Object.keys(FLOW_OPTION_VALUES).toSorted());
});

test('options are of the kind that checks them', () => {
  for (const kind of FLOW_KIND_NAMES) {
    const { checks, recipient, variables } = flowKind(kind);
    const names = optionNamesOf(kind);
    expect(names.includes('offerServiceIds'), kind).toBe(checks.includes('not_bought'));
    expect(names.includes('threshold'), kind).toBe(checks.includes('crosses_threshold'));
    expect(names.includes('reviewUrl'), kind).toBe(variables.includes('reviewForm'));
    expect(names.includes('reportPhones'), kind).toBe(recipient === 'owner');
    expect(names.includes('controlPercent'), kind).toBe(recipient === 'customer');
  }
});
