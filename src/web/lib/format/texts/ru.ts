import type { ResourceKey } from 'i18next';
import { gatheredTexts } from 'virtual:gathered-texts/ru';

/** Loads each file of texts in Russian, by its path from here. */
export const files: Record<string, () => Promise<ResourceKey>> = {
  ...import.meta.glob<ResourceKey>('../../../locales/ru/*.json', { import: 'default' }),
  ...gatheredTexts,
};
