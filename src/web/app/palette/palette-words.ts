import { isPathOffered } from '#web/lib/pages/brand.ts';
import type { TextKey } from '#web/locales/resources.ts';

/** The name of the field; it mentions flows only on a domain that has them. */
export const paletteWords = (): TextKey =>
  isPathOffered('/flows') ? 'app:palette_open' : 'app:palette_open_without_flows';
