import { IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import type { OptOut } from '#contract/contacts/calls.ts';
import type { AnswerWay } from '#contract/conversations/calls.ts';
import { optOutSourceKey } from '#web/contacts/opt-out-source.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import classes from './composer.module.css';
import type { Pending } from './outbox.ts';

/** The opt-out that an answer on a channel would disregard: one from all messages before one from promotions. */
export function optOutOn(optOuts: readonly OptOut[], way: AnswerWay | undefined): OptOut | undefined {
  const here = optOuts.filter(({ channelId }) => channelId === null || channelId === way?.channelId);
  return here.find(({ scope }) => scope === 'all') ?? here[0];
}

/** Whether the contact asked for it, or was put on the list. */
function reasonOf({ scope, source }: OptOut): 'all' | 'marketing' | 'listed' {
  if (scope === 'marketing') return 'marketing';
  return source === 'word' || source === 'button' || source === 'link' ? 'all' : 'listed';
}

/** A line above the field: the client asked not to be written to, since when and how. */
export function OptOutStrip({ optOut }: { optOut: OptOut }) {
  const t = useTexts();
  const since = useSinceWords(optOut);
  return (
    <div className={classes.optOut} data-scope={optOut.scope} role="status">
      <IconBan size={18} aria-hidden />
      <span>
        <b>{t(`conversations:opt_out.${reasonOf(optOut)}`)}</b> {since}
      </span>
    </div>
  );
}

export type AnswerWords = Pick<Pending, 'text' | 'attachment' | 'template'>;

type SendConfirmation = { isOpen: boolean; send: (words: AnswerWords) => void; confirm: () => void; close: () => void };

/** Holds an answer to somebody who opted out from all messages until it is confirmed; once for each opt-out. */
export function useOptOutQuestion(optOut: OptOut | undefined, send: (words: AnswerWords) => void): SendConfirmation {
  const [held, setHeld] = useState<AnswerWords | null>(null);
  const [confirmedId, setConfirmedId] = useState<string | null>(null);
  return {
    isOpen: held !== null,
    send: (words) => {
      if (optOut?.scope === 'all' && confirmedId !== optOut.id) setHeld(words);
      else send(words);
    },
    confirm: () => {
      setConfirmedId(optOut?.id ?? null);
      setHeld(null);
      if (held) send(held);
    },
    close: () => setHeld(null),
  };
}

/** Asks before somebody who asked not to be written to is written to. */
export function OptOutDialog({ optOut, confirmation }: { optOut: OptOut; confirmation: SendConfirmation }) {
  const t = useTexts();
  const since = useSinceWords(optOut);
  return (
    <ConfirmDialog
      isOpen={confirmation.isOpen}
      title={t('conversations:opt_out.ask')}
      text={`${t(`conversations:opt_out.${reasonOf(optOut)}`)} ${since}`}
      confirmLabel={t('conversations:opt_out.send')}
      onConfirm={confirmation.confirm}
      onClose={confirmation.close}
    />
  );
}

/** Since when an opt-out holds, how it came, and until when. */
function useSinceWords({ createdAt, source, scope, createdBy, note, endsAt }: OptOut): string {
  const t = useTexts();
  const format = useFormat();
  return [
    t('conversations:opt_out.since', { when: format.dateTime(createdAt) }),
    t(optOutSourceKey({ source, scope })),
    createdBy,
    note,
    endsAt && t('conversations:opt_out.until', { when: format.date(endsAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
