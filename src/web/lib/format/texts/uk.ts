import type { ResourceKey } from 'i18next';
import { gatheredTexts } from 'virtual:gathered-texts/uk';

/** Loads each file of texts in Ukrainian, by its path from here. */
export const files: Record<string, () => Promise<ResourceKey>> = {
  ...import.meta.glob<ResourceKey>('../../../locales/uk/*.json', { import: 'default' }),
  ...gatheredTexts,
};
