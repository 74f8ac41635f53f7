import { NativeSelect, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ConversationSettings } from '#contract/conversations/work.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { areKeysOff, switchKeys } from '#web/conversations/conversation-keys.ts';
import { NoticeSwitches } from './NoticeSwitches.tsx';
import { QuickReplyList } from './QuickReplyList.tsx';
import classes from './settings.module.css';
import { useConversationSettings, useSaveConversationSettings } from './use-settings.ts';

const HOUR = 60;
/** Minutes; 0 lets bots answer at once. */
const SILENCES = [0, 15, 30, HOUR, 3 * HOUR, 12 * HOUR, 24 * HOUR, 7 * 24 * HOUR];

/** Route: /conversations/settings */
export function SettingsPage() {
  const t = useTexts();
  const settings = useConversationSettings();
  return (
    <>
      <PageHead backTo="/conversations" title={t('conversations:settings.title')} />
      <div className={classes.page}>
        <QuickReplyList />
        {settings.data && <Settings settings={settings.data} />}
        {settings.isPending && (
          <Loading>
            <Skeleton height={160} />
          </Loading>
        )}
        {settings.isError && !settings.data && <Failure error={settings.error} onRetry={settings.refetch} />}
        <NoticeSwitches />
        <KeySwitch />
      </div>
    </>
  );
}

function Settings({ settings }: { settings: ConversationSettings }) {
  const t = useTexts();
  const { memberRole } = useCurrentUser();
  const save = useSaveConversationSettings();
  const isOwner = memberRole === 'owner';
  const { botSilenceMinutes, marksRead, showsTyping } = settings;
  const silences = [...new Set([...SILENCES, botSilenceMinutes])].toSorted((a, b) => a - b);
  const change = (part: Partial<ConversationSettings>) => save.mutate({ ...settings, ...part });
  return (
    <section aria-label={t('conversations:settings.work')}>
      <Title order={2} mb="md">
        {t('conversations:settings.work')}
      </Title>
      <Stack>
        {!isOwner && <Text c="dimmed">{t('conversations:settings.owner_only')}</Text>}
        <NativeSelect
          label={t('conversations:settings.silence')}
          description={t('conversations:settings.silence_help')}
          disabled={!isOwner}
          value={String(botSilenceMinutes)}
          data={silences.map((minutes) => ({ value: String(minutes), label: silenceName(minutes, t) }))}
          onChange={({ currentTarget }) => change({ botSilenceMinutes: Number(currentTarget.value) })}
        />
        <Switch
          label={t('conversations:settings.marks_read')}
          description={t('conversations:settings.marks_read_help')}
          disabled={!isOwner}
          checked={marksRead}
          onChange={({ currentTarget }) => change({ marksRead: currentTarget.checked })}
        />
        <Switch
          label={t('conversations:settings.shows_typing')}
          description={t('conversations:settings.shows_typing_help')}
          disabled={!isOwner}
          checked={showsTyping}
          onChange={({ currentTarget }) => change({ showsTyping: currentTarget.checked })}
        />
      </Stack>
    </section>
  );
}

function silenceName(minutes: number, t: ReturnType<typeof useTexts>): string {
  if (minutes === 0) return t('conversations:settings.silence_none');
  if (minutes % (24 * HOUR) === 0) return t('conversations:settings.days', { count: minutes / (24 * HOUR) });
  if (minutes % HOUR === 0) return t('conversations:settings.hours', { count: minutes / HOUR });
  return t('conversations:settings.minutes', { count: minutes });
}

/** The member's own, in this browser. */
function KeySwitch() {
  const t = useTexts();
  const [isOff, setOff] = useState(areKeysOff);
  return (
    <section aria-label={t('conversations:settings.keys')}>
      <Title order={2} mb="md">
        {t('conversations:settings.keys')}
      </Title>
      <Switch
        label={t('conversations:settings.keys_on')}
        description={t('conversations:settings.keys_help')}
        checked={!isOff}
        onChange={({ currentTarget }) => {
          switchKeys(!currentTarget.checked);
          setOff(!currentTarget.checked);
        }}
      />
    </section>
  );
}
