import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ChannelId, ChannelTemplate } from '#contract/channels.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { toast } from '#web/ui/toasts.ts';
import classes from './ChannelsPage.module.css';
import { useChannel, useSyncTemplates } from './use-channels.ts';

/** What is looked up now and then: approved templates, and posts of the provider that could not be read. */
export function ChannelDetails({ channelId, hasTemplates }: { channelId: ChannelId; hasTemplates: boolean }) {
  const t = useTexts();
  const format = useFormat();
  const channel = useChannel(channelId);
  const sync = useSyncTemplates();

  if (channel.isPending) return <Skeleton height={120} mt="md" />;
  if (channel.isError) return <Failure error={channel.error} onRetry={channel.refetch} />;

  const { templates, unreadable } = channel.data;
  const readAgain = () => sync.mutate(channelId, { onError: (error) => toast.error({ title: problemText(error, t) }) });
  return (
    <>
      {hasTemplates && (
        <section className={classes.templates}>
          <Group justify="space-between">
            <Title order={3}>{t('channels.templates', { count: templates.length })}</Title>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconRefresh size={16} />}
              loading={sync.isPending}
              onClick={readAgain}
            >
              {t('channels.templates_sync')}
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            {t('channels.templates_help')}
          </Text>
          {templates.map((template) => (
            <TemplateRow key={`${template.name} ${template.language}`} template={template} />
          ))}
        </section>
      )}
      <section className={classes.templates}>
        <Title order={3}>{t('channels.unreadable')}</Title>
        {unreadable.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('channels.unreadable_none')}
          </Text>
        )}
        {unreadable.map((hook) => (
          <div key={hook.receivedAt + hook.body} className={classes.template}>
            <Text size="sm">
              {format.dateTime(hook.receivedAt)} · {hook.problem}
            </Text>
            <pre className={classes.raw}>{hook.body}</pre>
          </div>
        ))}
      </section>
    </>
  );
}

const STATUS_COLORS: Record<string, string> = {
  approved: 'good',
  pending: 'gray',
  rejected: 'bad',
  paused: 'attention',
  disabled: 'bad',
};

function TemplateRow({ template }: { template: ChannelTemplate }) {
  const t = useTexts();
  const known = ['approved', 'pending', 'rejected', 'paused', 'disabled'].find((status) => status === template.status);
  return (
    <div className={classes.template}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} className={classes.name}>
          {template.name} · {template.language}
        </Text>
        <Badge color={STATUS_COLORS[template.status] ?? 'gray'}>
          {known ? t(`channels.template_status.${known}` as 'channels.template_status.approved') : template.status}
        </Badge>
      </Group>
      <Text size="sm" className={classes.body}>
        {template.body}
      </Text>
      {template.buttons.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('channels.template_buttons', { titles: template.buttons.map((button) => button.text).join(', ') })}
        </Text>
      )}
      {template.reason && (
        <Text size="sm" c="bad">
          {t('channels.provider_says', { text: template.reason })}
        </Text>
      )}
    </div>
  );
}
