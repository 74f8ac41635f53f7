import { Button, Card, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGES } from '#contract/languages.ts';
import type { Mailing, MailingSettings } from '#contract/mailings/calls.ts';
import { conditionsWords } from '#web/audiences/condition-sentence.ts';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toReadable } from '#web/texts/editor/variable-names.ts';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { MailingHistory } from './MailingHistory.tsx';
import { MailingRun } from './MailingRun.tsx';
import classes from '#web/mailings/mailings.module.css';
import { useMailing, useRestoreMailing } from '#web/mailings/use-mailings.ts';
import { useScheduleWords } from '#web/mailings/editor/use-schedule-words.ts';
import { MailingPreviewPane } from '#web/mailings/editor/MailingPreviewPane.tsx';

const SWITCHES = ['subscribedCustomers', 'ignoreClientsWithNoDialogue', 'skipOpenConversations'] as const;

/** A mailing that cannot be changed any more, because it has ended or is deleted: what it was, and what to do next. */
export function MailingRecord({ mailing }: { mailing: Mailing }) {
  const { title, status, mode, settings, deletedAt } = mailing;
  return (
    <>
      <PageHead
        title={title}
        backTo="/distributions"
        state={deletedAt === null && <StatusBadge status={status} mode={mode} isDraft={status === 'none'} />}
        action={<MailingHistory mailing={mailing} />}
      />
      {deletedAt !== null && <Deleted mailing={mailing} deletedAt={deletedAt} />}
      <MailingRun mailing={mailing} />
      <SplitEditor
        form={<Content settings={settings} />}
        preview={<MailingPreviewPane settings={settings} settled={settings} language={undefined} />}
      />
    </>
  );
}

function Deleted({ mailing, deletedAt }: { mailing: Mailing; deletedAt: string }) {
  const t = useTexts();
  const format = useFormat();
  const restore = useRestoreMailing();
  return (
    <TroubleAlert
      tone="attention"
      className={classes.alert}
      title={t('mailings:record.deleted', { when: format.dateTime(deletedAt) })}
      action={
        <Button size="xs" loading={restore.isPending} onClick={() => restore.mutate(mailing.id)}>
          {t('mailings:record.restore')}
        </Button>
      }
    >
      {t('mailings:record.deleted_text')}
    </TroubleAlert>
  );
}

/** The saved settings of a mailing, to read. */
function Content({ settings }: { settings: MailingSettings }) {
  const t = useTexts();
  const format = useFormat();
  const schedule = useScheduleWords();
  const channels = useChannels();
  const { timing, controlPercent, channelIds } = settings;
  const leftOut = SWITCHES.filter((name) => settings[name]).map((name) => t(`mailings:who.${name}`));
  const named = channelIds.map((id) => channels.data?.find((channel) => channel.id === id)?.title ?? t('flows:gone'));
  const facts: { label: string; value: ReactNode }[] = [
    { label: t('mailings:record.who'), value: <AudienceWords settings={settings} /> },
    { label: t('mailings:who.leave_out'), value: leftOut.join(', ') },
    { label: t('mailings:who.control'), value: controlPercent > 0 && format.percent(controlPercent / 100) },
    { label: t('flows:editor.channels'), value: named.join(', ') || t('flows:editor.channels_any') },
    { label: t('mailings:record.when'), value: schedule(timing) },
    { label: t('mailings:timing.per_day'), value: timing.perDay !== null && format.number(timing.perDay) },
    { label: t('mailings:timing.use_by'), value: timing.useBy !== null && format.dateTime(timing.useBy) },
  ];
  return (
    <Card className={classes.record}>
      <Facts facts={facts.filter(({ value }) => value)} />
      <Texts settings={settings} />
    </Card>
  );
}

function AudienceWords({ settings: { audience } }: { settings: MailingSettings }) {
  const t = useTexts();
  const format = useFormat();
  const choices = useConditionChoices();
  if (audience.type === 'mailing') return <EarlierMailing audience={audience} />;
  if (audience.type === 'list') return choices.nameOf('imported_list', audience.importId);
  return conditionsWords('contact', audience.conditions, { t, format, ...choices }) ?? t('mailings:who.way.all');
}

function EarlierMailing({ audience }: { audience: Extract<MailingSettings['audience'], { type: 'mailing' }> }) {
  const t = useTexts();
  const earlier = useMailing(audience.mailingId);
  return `${earlier.data?.title ?? '…'}: ${t(`mailings:outcome.${audience.outcome}`)}`;
}

/** The text of each language and variant, with variables by their names. */
function Texts({ settings: { content, experiment } }: { settings: MailingSettings }) {
  const t = useTexts();
  const names = useVariableNames();
  const own = (['default', ...LANGUAGES] as const).flatMap((key) => {
    const text = content.texts[key];
    const label = key === 'default' ? t('flows:editor.text_default') : LANGUAGE_NAMES[key];
    return text?.trim() ? [{ label, text }] : [];
  });
  const variants = (experiment?.variants ?? []).map((texts, index) => ({
    label: t('mailings:ab.variant', { letter: 'BC'[index] ?? '' }),
    text: texts.default,
  }));
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('mailings:record.texts')}
      </Title>
      {[...own, ...variants].map(({ label, text }) => (
        <div key={label} className={classes.text}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text className={classes.body}>{toReadable(text.trim(), names)}</Text>
        </div>
      ))}
    </section>
  );
}
