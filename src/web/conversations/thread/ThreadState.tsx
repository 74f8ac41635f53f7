import { Button } from '@mantine/core';
import type { Conversation } from '#contract/conversations/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useBotSilence, useMarkAnswered } from '#web/conversations/use-conversation-work.ts';
import { useAreBotsSilent } from '#web/conversations/use-now.ts';
import classes from './thread.module.css';

/** One line about the state of the thread: it waits for a person, is snoozed, or bots are silent. The most urgent one. */
export function ThreadState({ conversation }: { conversation: Conversation }) {
  const t = useTexts();
  const format = useFormat();
  const mark = useMarkAnswered();
  const bots = useBotSilence();
  const areSilent = useAreBotsSilent(conversation);
  const { id, needsPersonSince, needsPersonReason, state, snoozedUntil, botsSilentUntil } = conversation;
  if (needsPersonSince) {
    const since = t('conversations:waits_since', { when: format.near(needsPersonSince) });
    const reason = needsPersonReason && t(`conversations:reason.${needsPersonReason}`);
    return (
      <div className={classes.state} role="status">
        <span>{[since, reason].filter(Boolean).join(' · ')}</span>
        <Button variant="subtle" size="compact-sm" loading={mark.isPending} onClick={() => mark.mutate(id)}>
          {t('conversations:answered')}
        </Button>
      </div>
    );
  }
  if (state === 'snoozed' && snoozedUntil) {
    return (
      <div className={classes.state} data-tone="neutral" role="status">
        <span>{t('conversations:state.snoozed', { when: format.dateTime(snoozedUntil) })}</span>
      </div>
    );
  }
  if (botsSilentUntil && areSilent) {
    return (
      <div className={classes.state} data-tone="neutral" role="status">
        <span>{t('conversations:state.bots_silent', { when: format.near(botsSilentUntil) })}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={bots.isPending}
          onClick={() => bots.mutate({ id, areSilent: false })}
        >
          {t('conversations:work.wake_bots')}
        </Button>
      </div>
    );
  }
  return null;
}
