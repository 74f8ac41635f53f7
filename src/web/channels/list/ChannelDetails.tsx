import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Channel, ChannelId, ChannelTemplate } from '#contract/channels/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text as Words, useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RawPayloads } from '#web/ui/preview/RawPayloads.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import classes from '#web/channels/channels.module.css';
import { groupTemplates } from '#web/channels/template-groups.ts';
import type { TemplateGroup } from '#web/channels/template-groups.ts';
import { useChannel, useSyncTemplates } from '#web/channels/use-channels.ts';
import { TemplatesRead } from './TemplatesRead.tsx';
import { useLanguageNames } from '#web/channels/use-language-names.ts';

/** Details of a channel: approved templates, and unreadable payloads of the provider. */
export function ChannelDetails({ channelId, hasTemplates }: { channelId: ChannelId; hasTemplates: boolean }) {
  const t = useTexts();
  const format = useFormat();
  const channel = useChannel(channelId);

  if (channel.isPending) return <Skeleton height={120} mt="md" />;
  if (channel.isError) return <Failure error={channel.error} onRetry={channel.refetch} />;

  return (
    <>
      {hasTemplates && <Templates channel={channel.data} templates={channel.data.templates} />}
      <RawPayloads
        title={t('channels:unreadable')}
        none={t('channels:unreadable_none')}
        payloads={channel.data.unreadable}
        when={format.dateTime}
      />
    </>
  );
}

function Templates({ channel, templates }: { channel: Channel; templates: readonly ChannelTemplate[] }) {
  const t = useTexts();
  const language = useLanguage();
  const sync = useSyncTemplates();
  const groups = groupTemplates(templates, language);
  const readAgain = () =>
    sync.mutate(channel.id, { onError: (error) => toast.error({ title: problemText(error, t) }) });
  return (
    <section className={classes.templates}>
      <Group justify="space-between">
        <Title order={3}>{t('channels:templates', { count: groups.length })}</Title>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconRefresh size={16} />}
          loading={sync.isPending}
          onClick={readAgain}
        >
          {t('channels:templates_sync')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('channels:templates_help')}
      </Text>
      <TemplatesRead channel={channel} />
      <Link to="/accounts/templates" search={{ channel: channel.id }}>
        {t('channels:templates_open')}
      </Link>
      {groups.map((group) => (
        <TemplateRow key={`${group.shown.name} ${group.languages.join()}`} group={group} />
      ))}
    </section>
  );
}

function mediaText({ media, hasMedia }: ChannelTemplate, t: Words): string | null {
  if (media) return t(`channels:template_media.${media}`);
  return hasMedia ? t('channels:template_media.own') : null;
}

const STATUS_COLORS: Record<string, string> = {
  approved: 'good',
  pending: 'gray',
  rejected: 'bad',
  paused: 'attention',
  disabled: 'bad',
};

function TemplateRow({ group: { shown, languages } }: { group: TemplateGroup }) {
  const t = useTexts();
  const nameOf = useLanguageNames();
  const known = ['approved', 'pending', 'rejected', 'paused', 'disabled', 'unsubmitted'].find(
    (status) => status === shown.status,
  );
  return (
    <div className={classes.template}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600}>{shown.name}</Text>
        <Badge color={STATUS_COLORS[shown.status] ?? 'gray'} flex="none">
          {known ? t(`channels:template_status.${known}` as 'channels:template_status.approved') : shown.status}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {[languages.map(nameOf).join(', '), mediaText(shown, t)].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" className={classes.body}>
        {shown.body}
      </Text>
      {shown.buttons.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('channels:template_buttons', { titles: shown.buttons.map((button) => button.text).join(', ') })}
        </Text>
      )}
      {shown.status === 'approved' && !shown.isFillable && (
        <Text size="sm" c="dimmed">
          {t('channels:template_unfillable')}
        </Text>
      )}
      {shown.reason && (
        <Text size="sm" c="bad">
          {t('channels:provider_says', { text: shown.reason })}
        </Text>
      )}
    </div>
  );
}
