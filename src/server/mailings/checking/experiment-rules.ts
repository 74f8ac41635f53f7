/** Rates between which an A/B test should distinguish. */
const [WORSE, BETTER] = [0.05, 0.08];
/** The quantile of the normal distribution at which a better text counts as surely better. */
const SURE = 1.645;

/** Percent of A/B tests of this size that distinguish a rate of 8 percent from one of 5. */
export function chanceOfResult(perVariant: number): number {
  if (perVariant <= 0) return 0;
  const variance = (WORSE * (1 - WORSE) + BETTER * (1 - BETTER)) / perVariant;
  return Math.round(100 * normalShare((BETTER - WORSE) / Math.sqrt(variance) - SURE));
}

/** The share of the normal distribution below a value (Abramowitz and Stegun 26.2.17). */
function normalShare(value: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(value));
  const density = Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);
  const terms = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
  const above = density * terms.reduce((sum, term, index) => sum + term * t ** (index + 1), 0);
  return value >= 0 ? 1 - above : above;
}
