import type { Text } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';

/** The name of a notice's contact, or what one without a name is called. */
export const contactNameIn = ({ contactName }: Readonly<Record<string, unknown>>, t: Text): string =>
  textIn(contactName) || t('conversations:nameless');
