import { expect, test } from 'vitest';
import { chancesToBeBest, differenceOf, effectOf, stillNeeded, wilson } from './effect-rules.ts';

const group = (visited: number, count: number) => ({ visited, count });

test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("the interval of %i of %i is Wilson's, as Newcombe prints it", (visited, count, low, high) => {
  const found = wilson(group(visited, count));
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test.each([
  [group(56, 70), group(48, 80), { low: 0.0524, high: 0.3339 }],
  [group(9, 10), group(3, 10), { low: 0.1705, high: 0.809 }],
  [group(6, 7), group(2, 7), { low: 0.0582, high: 0.8062 }],
  [group(5, 56), group(0, 29), { low: -0.0381, high: 0.1926 }],
  [group(0, 10), group(0, 20), { low: -0.1611, high: 0.2775 }],
  [group(10, 10), group(0, 20), { low: 0.6791, high: 1 }],
])('the interval of %o against %o is that of method 10, as Newcombe prints it', (one, other, printed) => {
  const found = differenceOf(one, other);
  expect(found.low).toBeCloseTo(printed.low, 4);
  expect(found.high).toBeCloseTo(printed.high, 4);
});

test('the effect of a flow is measured in visits, with its certainty', () => {
  expect(effectOf(group(800, 1000), group(60, 100), true)).toEqual({
    state: 'measured',
    sent: 1000,
    sentVisited: 800,
    held: 100,
    heldVisited: 60,
    visits: 200,
    low: 106,
    high: 301,
    isSure: true,
  });
  expect(effectOf(group(5000, 10_000), group(500, 1000), true)).toMatchObject({ visits: 0, isSure: false });
  expect(effectOf(group(100, 1000), group(60, 100), true)).toMatchObject({ state: 'measured', isSure: true });
});

test('numbers that are too small are marked, with how many are still needed', () => {
  expect(effectOf(group(10, 100), group(0, 0), false)).toEqual({ state: 'off' });
  expect(effectOf(group(10, 100), group(0, 0), true)).toMatchObject({ state: 'gathering', held: 0 });
  expect(effectOf(group(800, 1000), group(3, 5), true)).toMatchObject({ state: 'gathering', heldVisited: 3 });
  expect(effectOf(group(5, 10), group(50, 100), true)).toMatchObject({ state: 'gathering', needed: null });
  // The interval is narrow enough once this many more are held out with the same rate.
  const [sent, control] = [group(800, 1000), group(36, 48)];
  const needed = stillNeeded(sent, control) ?? 0;
  expect(effectOf(sent, control, true).state).toBe('gathering');
  expect(needed).toBeGreaterThan(0);
  expect(effectOf(sent, group(Math.round((48 + needed) * 0.75), 48 + needed), true).state).toBe('measured');
});

test('the chance of a text to be the best is that of the closed form for two texts', () => {
  // Evan Miller, "Formulas for Bayesian A/B testing": the sum over i < a of Beta ratios, computed beside this code.
  const [first = 0, second = 0] = chancesToBeBest([
    { count: 100, succeeded: 5 },
    { count: 100, succeeded: 8 },
  ]);
  expect(first + second).toBeCloseTo(1, 10);
  expect(second).toBeCloseTo(closedForm({ count: 100, succeeded: 5 }, { count: 100, succeeded: 8 }), 3);
});

test('equal texts have equal chances, and one that is far ahead is surely the best', () => {
  const even = chancesToBeBest([10, 10, 10].map((succeeded) => ({ count: 200, succeeded })));
  for (const chance of even) expect(chance).toBeCloseTo(1 / 3, 6);
  const [behind, ahead] = chancesToBeBest([
    { count: 100_000, succeeded: 5_000 },
    { count: 100_000, succeeded: 6_000 },
  ]);
  expect([behind, ahead]).toEqual([expect.closeTo(0, 6), expect.closeTo(1, 6)]);
});

type Arm = Parameters<typeof chancesToBeBest>[0][number];

/** P(B > A) as the finite sum over the successes of B. */
function closedForm(a: Arm, b: Arm): number {
  const [alphaA, betaA] = [a.succeeded + 1, a.count - a.succeeded + 1];
  const [alphaB, betaB] = [b.succeeded + 1, b.count - b.succeeded + 1];
  const logBeta = (x: number, y: number) => logFactorial(x - 1) + logFactorial(y - 1) - logFactorial(x + y - 1);
  return Array.from({ length: alphaB }, (_, i) =>
    Math.exp(logBeta(alphaA + i, betaA + betaB) - Math.log(betaB + i) - logBeta(1 + i, betaB) - logBeta(alphaA, betaA)),
  ).reduce((sum, term) => sum + term, 0);
}

function logFactorial(n: number): number {
  return Array.from({ length: n }, (_, i) => Math.log(i + 1)).reduce((sum, log) => sum + log, 0);
}
