import type { Text } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';

/** The name of a notice's contact, or what a sentence calls one without a name. */
export const contactNameIn = ({ contactName }: Readonly<Record<string, unknown>>, t: Text): string =>
  textIn(contactName) || t('conversations:someone');
