import { Button, Card, Group, Text } from '@mantine/core';
import { IconSend, IconUsersGroup } from '@tabler/icons-react';
import type { ContactImport } from '#contract/imports/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useListMailing, useListSegment } from './use-imports.ts';

/** The next steps with a list: a mailing to its contacts, or a segment of them. */
export function NextSteps({ list }: { list: ContactImport }) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const mailing = useListMailing(list);
  const segment = useListSegment(list);
  return (
    <Card component="section" mb="md" aria-label={t('imports:next_steps')}>
      <Text mb="sm">{t('imports:next_steps')}</Text>
      <Group>
        {canOpen('/distributions') && (
          <Button leftSection={<IconSend size={18} />} loading={mailing.isPending} onClick={() => mailing.mutate()}>
            {t('imports:send_to_list')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconUsersGroup size={18} />}
          loading={segment.isPending}
          onClick={() => segment.mutate()}
        >
          {t('imports:make_segment')}
        </Button>
      </Group>
    </Card>
  );
}
