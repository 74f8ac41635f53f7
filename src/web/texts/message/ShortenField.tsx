import { Switch } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextForm } from './text-form.ts';

/** Whether links leave as short ones of each recipient's own. */
export function ShortenField({ form }: { form: TextForm }) {
  const t = useTexts();
  return (
    <Switch
      label={t('flows:editor.shorten')}
      description={t('flows:editor.shorten_help')}
      checked={form.content.shortensLinks}
      onChange={({ currentTarget }) => form.change({ shortensLinks: currentTarget.checked })}
    />
  );
}
