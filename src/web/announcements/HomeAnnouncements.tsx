import { Alert, Button, Stack, Title } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/format/language.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { useAnnouncements, useReadAnnouncements } from './use-announcements.ts';

/** More of them would push the day off the screen; the bell has all. */
const MOST = 2;

/** Announcements that the member has not read, above the day. */
export function HomeAnnouncements() {
  const t = useTexts();
  const { data = [] } = useAnnouncements();
  const read = useReadAnnouncements();
  const unread = data.filter(({ isRead }) => !isRead).slice(0, MOST);
  if (unread.length === 0) return null;
  return (
    <Alert
      color="information"
      icon={<IconSpeakerphone aria-hidden />}
      title={t('announcements:title')}
      mb="md"
      role="region"
      aria-label={t('announcements:title')}
    >
      <Stack gap="md" align="flex-start">
        {unread.map(({ id, title, body, language }) => (
          <div key={id} lang={LOCALE_TAGS[language]}>
            <Title order={3} size="h4">
              {title}
            </Title>
            <Paragraphs body={body} />
          </div>
        ))}
        <Button
          size="xs"
          variant="default"
          loading={read.isPending}
          onClick={() => read.mutate(undefined, { onError: (error) => toast.error({ title: problemText(error, t) }) })}
        >
          {t('announcements:read')}
        </Button>
      </Stack>
    </Alert>
  );
}
