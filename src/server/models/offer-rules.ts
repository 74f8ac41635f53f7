import type { BrandKey } from '#contract/brands/brands.ts';
import { MODEL_CHOICES, type ModelChoice } from '#contract/models/values.ts';
import type { AiModels, AiProvider, ChatModel } from '#server/platform/deployment/ai-providers.ts';

/** A model of a provider that may answer a call. */
export type Candidate = { provider: AiProvider; model: ChatModel };

/** The models behind a choice, in the order of failover; none when the brand does not offer it. */
export function candidatesFor({ providers, brands }: AiModels, brand: BrandKey, choice: ModelChoice): Candidate[] {
  if (!(brands[brand] ?? MODEL_CHOICES).includes(choice)) return [];
  return providers.flatMap((provider) => provider.models[choice].map((model) => ({ provider, model })));
}

export function offeredChoices(ai: AiModels, brand: BrandKey): ModelChoice[] {
  return MODEL_CHOICES.filter((choice) => candidatesFor(ai, brand, choice).length > 0);
}
