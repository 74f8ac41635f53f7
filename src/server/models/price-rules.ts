import type { ChatModel } from '#server/platform/deployment/ai-providers.ts';
import type { TokenUsage } from './port.ts';

type Prices = Pick<ChatModel, 'inputPrice' | 'outputPrice' | 'cachedInputPrice'>;

/**
 * Tokens of an average dialogue: six answers, of which some call a tool, each with about 3,000 tokens of instructions,
 * facts and talk. Prices stated to owners are made with it.
 */
const DIALOGUE: TokenUsage = { inputTokens: 27_000, outputTokens: 1_200, cachedTokens: 0 };

/** @returns millionths of a US dollar, rounded up */
export function costOf(prices: Prices, { inputTokens, outputTokens, cachedTokens }: TokenUsage): number {
  const { inputPrice, outputPrice, cachedInputPrice = inputPrice } = prices;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  const cost = fresh * inputPrice + cachedTokens * cachedInputPrice + outputTokens * outputPrice;
  return Math.ceil(Math.round(cost * 1e6) / 1e6); // NOTE: the inner rounding removes errors of binary fractions
}

/** @returns millionths of a US dollar */
export function pricePer100Dialogues(prices: Prices): number {
  return 100 * costOf(prices, DIALOGUE);
}

/**
 * Tokens of a text, rather too many than too few: real ones are about four bytes long in Latin script and in Cyrillic,
 * about three in JSON.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/** The price of a step at the dearest of some models. */
export function mostCost(models: readonly Prices[], inputTokens: number, outputTokens: number): number {
  return Math.max(0, ...models.map((model) => costOf(model, { inputTokens, outputTokens, cachedTokens: 0 })));
}

/** @param stated of the provider; absent, zero or no number: it stated none */
export function readUsage(
  stated: { input: number | undefined; output: number | undefined; cached: number | undefined },
  estimate: () => Omit<TokenUsage, 'cachedTokens'>,
): { usage: TokenUsage; isEstimated: boolean } {
  const count = (value: number | undefined) => (Number.isFinite(value) ? Math.max(0, Math.round(value ?? 0)) : 0);
  const inputTokens = count(stated.input);
  if (inputTokens === 0) return { usage: { ...estimate(), cachedTokens: 0 }, isEstimated: true };
  const cachedTokens = Math.min(inputTokens, count(stated.cached));
  return { usage: { inputTokens, outputTokens: count(stated.output), cachedTokens }, isEstimated: false };
}

export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
  };
}
