import { Button, Card, Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGES } from '#contract/languages.ts';
import type { Mailing, MailingSettings } from '#contract/mailings/calls.ts';
import type { SentText } from '#contract/mailings/results.ts';
import { conditionsWords } from '#web/audiences/condition-sentence.ts';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
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
import { useChannelNames } from '#web/channels/use-channel-names.ts';
import { MailingRun } from './MailingRun.tsx';
import { SentPhones } from './SentPhones.tsx';
import classes from '#web/mailings/mailings.module.css';
import senders from '#web/senders/senders.module.css';
import { useSentTexts } from '#web/mailings/results/use-mailing-results.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useMailing, useRestoreMailing } from '#web/mailings/use-mailings.ts';
import { useScheduleWords } from '#web/mailings/editor/use-schedule-words.ts';
import { MailingPreviewPane } from '#web/mailings/editor/MailingPreviewPane.tsx';

const SWITCHES = ['subscribedCustomers', 'ignoreClientsWithNoDialogue', 'skipOpenConversations'] as const;

type Props = {
  mailing: Mailing;
  /** Button that opens its versions. */
  history: ReactNode;
};

/** A mailing that cannot be changed any more, because it has ended or is deleted: what it was, and what to do next. */
export function MailingRecord({ mailing, history }: Props) {
  const { title, status, mode, settings, deletedAt } = mailing;
  return (
    <>
      <PageHead
        title={title}
        backTo="/distributions"
        state={
          deletedAt === null && <StatusBadge isOfMailing status={status} mode={mode} isDraft={status === 'none'} />
        }
        action={history}
      />
      {deletedAt !== null && <Deleted mailing={mailing} deletedAt={deletedAt} />}
      <MailingRun mailing={mailing} />
      <SplitEditor
        form={<Content mailing={mailing} />}
        preview={
          mailing.counts.sent > 0 ? (
            <SentPhones mailing={mailing} />
          ) : (
            <MailingPreviewPane settings={settings} settled={settings} language={undefined} isOver />
          )
        }
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
      className={senders.alert}
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
function Content({ mailing }: { mailing: Mailing }) {
  const t = useTexts();
  const format = useFormat();
  const schedule = useScheduleWords();
  const nameOf = useChannelNames();
  const { settings } = mailing;
  const { timing, controlPercent, channelIds } = settings;
  const leftOut = SWITCHES.filter((name) => settings[name]).map((name) => t(`mailings:who.${name}`));
  const named = channelIds.map((id) => nameOf({ id, title: t('flows:gone') }));
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
      <Texts mailing={mailing} />
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

/** The texts that were sent with the number of messages of each; before anything was sent, those of the settings. */
function Texts({ mailing: { id, startedAt, settings } }: { mailing: Mailing }) {
  const t = useTexts();
  const names = useVariableNames();
  const sent = useSentTexts(id, startedAt !== null);
  const labelOf = useSentLabel();
  const written = useWrittenTexts(settings);
  if (sent.isLoading) return <Skeleton height={120} />;
  const isSent = sent.data !== undefined && sent.data.length > 0;
  const texts = isSent ? sent.data.map((one) => ({ label: labelOf(one), text: one.text })) : written;
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t(isSent ? 'mailings:record.sent_texts' : 'mailings:record.texts')}
      </Title>
      {texts.map(({ label, text }) => (
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

/** Returns a function that names a text that was sent: its template, language or variant, and the messages. */
function useSentLabel(): (sent: SentText) => string {
  const t = useTexts();
  return ({ templateName, language, variant, messages }) => {
    const known = wordIn(LANGUAGES, language);
    const words = known ? LANGUAGE_NAMES[known] : language;
    const own = variant === null ? null : t('mailings:ab.variant', { letter: 'ABC'[variant] ?? '' });
    const what = templateName === null ? own : t('mailings:record.template', { name: templateName });
    const main = what === null && words === null ? t('flows:editor.text_default') : null;
    return [what, main, words, t('mailings:record.messages', { count: messages })].filter(Boolean).join(' · ');
  };
}

/** The text of each language and variant, with variables by their names. */
function useWrittenTexts({ content, experiment }: MailingSettings): { label: string; text: string }[] {
  const t = useTexts();
  const own = (['default', ...LANGUAGES] as const).flatMap((key) => {
    const text = content.texts[key];
    const label = key === 'default' ? t('flows:editor.text_default') : LANGUAGE_NAMES[key];
    return text?.trim() ? [{ label, text }] : [];
  });
  const variants = (experiment?.variants ?? []).map((texts, index) => ({
    label: t('mailings:ab.variant', { letter: 'BC'[index] ?? '' }),
    text: texts.default,
  }));
  return [...own, ...variants];
}
