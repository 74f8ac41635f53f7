import type { ResourceKey } from 'i18next';
import { gatheredTexts } from 'virtual:gathered-texts/pt_br';

/** Loads each file of texts in Brazilian Portuguese, by its path from here. */
export const files: Record<string, () => Promise<ResourceKey>> = {
  ...import.meta.glob<ResourceKey>('../../../locales/pt_br/*.json', { import: 'default' }),
  ...gatheredTexts,
};
