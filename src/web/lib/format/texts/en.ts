import type { ResourceKey } from 'i18next';
import { gatheredTexts } from 'virtual:gathered-texts/en';

/** Loads each file of texts in English, by its path from here. */
export const files: Record<string, () => Promise<ResourceKey>> = {
  ...import.meta.glob<ResourceKey>('../../../locales/en/*.json', { import: 'default' }),
  ...gatheredTexts,
};
