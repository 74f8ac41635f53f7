import { Text } from '@mantine/core';
import type { Channel } from '#contract/channels/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = { channel: Pick<Channel, 'templatesReadAt' | 'templatesTrouble'> };

/** When the templates of a channel were last read, and why they could not be read since. */
export function TemplatesRead({ channel: { templatesReadAt, templatesTrouble } }: Props) {
  const t = useTexts();
  const format = useFormat();
  const when = templatesReadAt
    ? t('channels:templates_read', { when: format.near(templatesReadAt) })
    : t('channels:templates_unread');
  return (
    <>
      <Text size="sm" c="dimmed">
        {when}
      </Text>
      {templatesTrouble && (
        <Text size="sm" c="bad" role="status">
          {t('channels:templates_failed', { why: t(`channels:trouble.${templatesTrouble}.title`) })}
        </Text>
      )}
    </>
  );
}
