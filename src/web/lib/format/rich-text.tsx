import type { ReactElement } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { TextKey } from '#web/locales/resources.ts';

type Props = {
  /** A text with tags: `I accept the <terms>terms</terms>`. */
  text: TextKey;
  values?: Record<string, string | number>;
  /** The elements of tags, by name. */
  tags: Record<string, ReactElement>;
};

/** Renders a text with links, bold words or fields in it; each language places them in its own order. */
export function RichText({ text, values, tags }: Props) {
  const { t } = useTranslation();
  const i18nKey: string = text;
  return <Trans t={t} i18nKey={i18nKey} values={values} components={tags} />;
}
