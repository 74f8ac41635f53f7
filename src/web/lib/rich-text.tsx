import type { ReactElement } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { TextKey } from '#web/locales/resources.ts';

type Props = {
  /** A text with tagged words: `I accept the <terms>terms</terms>`. */
  text: TextKey;
  values?: Record<string, string | number>;
  /** The elements that the tagged words are put into, by tag. */
  tags: Record<string, ReactElement>;
};

/** Draws a text some of whose words are links, bold or fields; each language places them in its own order. */
export function RichText({ text, values, tags }: Props) {
  const { t } = useTranslation();
  const i18nKey: string = text;
  return <Trans t={t} i18nKey={i18nKey} values={values} components={tags} />;
}
