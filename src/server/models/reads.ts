import type { z } from 'zod';
import type { BrandKey } from '#contract/brands/brands.ts';
import type { AiBalance } from '#contract/models/calls.ts';
import { LEAST_TOP_UP_USD, type ModelChoice } from '#contract/models/values.ts';
import { getAiBalance } from '#server/billing/balance-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { AiProvider } from '#server/platform/deployment/ai-providers.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { costOfAnswered, listUsageDays } from './call-queries.ts';
import { candidatesFor, offeredChoices } from './offer-rules.ts';
import type { OfferedModel, TokenUsage } from './port.ts';
import { costOf, pricePer100Dialogues } from './price-rules.ts';

/** The choices that a brand offers, cheapest kind first, at the price of the first model of each. */
export function listModels({ ai }: Pick<Config, 'ai'>, brand: BrandKey): OfferedModel[] {
  return offeredChoices(ai, brand).flatMap((choice) => {
    const [first] = candidatesFor(ai, brand, choice);
    return first ? [{ choice, pricePer100Dialogues: pricePer100Dialogues(first.model) }] : [];
  });
}

/** The model that a brand writes by where nobody chose one: the balanced one, else the cheapest; null: it offers none. */
export function usualModel(config: Pick<Config, 'ai'>, brand: BrandKey): OfferedModel | null {
  const offered = listModels(config, brand);
  return offered.find(({ choice }) => choice === 'balanced') ?? offered[0] ?? null;
}

/** The price of an amount of tokens at the first model of a choice, in millionths of a US dollar; null: the brand does not offer it. */
export function priceOfTokens(
  { ai }: Pick<Config, 'ai'>,
  brand: BrandKey,
  choice: ModelChoice,
  usage: Omit<TokenUsage, 'cachedTokens'>,
): number | null {
  const [first] = candidatesFor(ai, brand, choice);
  return first ? costOf(first.model, { ...usage, cachedTokens: 0 }) : null;
}

/** The sum that the cabinet paid for the answered calls of a subject of quality control; null: there were none. */
export async function findPaid(scope: TenantScope, key: string): Promise<number | null> {
  return costOfAnswered(scope, 'quality', key);
}

/** Days of usage that are shown. */
const USAGE_DAYS = 30;

/** The AI balance with its usage and prices. */
export async function readAiBalance(
  scope: TenantScope & Pick<ActionScope, 'clock' | 'config'>,
): Promise<z.input<typeof AiBalance>> {
  const { brand, timeZone } = await getTenant(scope);
  const { balance, reserved, full } = await getAiBalance(scope);
  const since = scope.clock.now().subtract({ hours: 24 * USAGE_DAYS });
  const days = await listUsageDays(scope, { since, timeZone });
  return {
    balance,
    reserved,
    fullBalance: full,
    days: days.map(({ day, calls, costMicroUsd }) => ({ day, calls, cost: costMicroUsd })),
    models: listModels(scope.config, brand),
    leastTopUpUsd: LEAST_TOP_UP_USD,
  };
}

/** Identity of the vectors that `embed` makes now; null: it makes none. Others cannot be compared with them. */
export function embeddingModel(config: Pick<Config, 'ai'>): string | null {
  const provider = embeddingProvider(config);
  return provider && `${provider.name}/${provider.embedding.model}@${provider.embedding.dimensions}`;
}

/** The one provider of embeddings: vectors of different models cannot be compared, so there is no failover. */
export function embeddingProvider({ ai }: Pick<Config, 'ai'>) {
  return ai.providers.find(hasEmbedding) ?? null;
}

export function transcriptionProviders({ ai }: Pick<Config, 'ai'>) {
  return ai.providers.filter(hasTranscription);
}

type With<Part extends keyof AiProvider> = AiProvider & { [Name in Part]: NonNullable<AiProvider[Name]> };

const hasEmbedding = (provider: AiProvider): provider is With<'embedding'> => provider.embedding !== undefined;
const hasTranscription = (provider: AiProvider): provider is With<'transcription'> =>
  provider.transcription !== undefined;
