import { Button, FileButton, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { CallRefused, CallUnreached, isRefused } from '#web/lib/api/call-errors.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { Ticks } from '#web/ui/feedback/Ticks.tsx';
import { withdraw, type Pending, sendAgain } from '#web/conversations/composer/outbox.ts';
import classes from './bubble.module.css';
import { BubbleText } from './BubbleText.tsx';
import media from './media.module.css';

type Props = {
  pending: Pending;
  zone: string;
  /** Takes the text back to the composer, with the file that was chosen again. */
  onEdit: (pending: Pending, file?: File) => void;
};

/** A bubble on its way; one that failed keeps its text and says what can be done. */
export function PendingBubble({ pending, zone, onEdit }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { kind, text, attachment, lostFile, state, at } = pending;
  const fileName = attachment?.name ?? lostFile;
  return (
    <div className={classes.line} data-side="ours">
      <div
        className={classes.bubble}
        data-look={kind === 'note' ? 'note' : 'ours'}
        data-failed={state !== 'sending' || undefined}
      >
        {kind === 'note' && <span className={classes.author}>{t('conversations:thread.note')}</span>}
        {attachment?.previewUrl && <img className={media.video} src={attachment.previewUrl} alt="" />}
        {fileName && !attachment?.previewUrl && (
          <span className={media.file}>
            <IconFile size={24} stroke={1.5} aria-hidden />
            <span className={media.fileName}>{fileName}</span>
          </span>
        )}
        {text && (
          <div className={classes.text}>
            <BubbleText text={text} />
          </div>
        )}
        <span className={classes.meta}>
          <time dateTime={at}>{format.time(at, zone)}</time>
          <Ticks state={state === 'sending' ? 'planned' : 'failed'} size={15} />
        </span>
      </div>
      {state !== 'sending' && <NotSent pending={pending} zone={zone} onEdit={onEdit} />}
    </div>
  );
}

/** Why a bubble was not sent, and what can be done. A file that is lost is chosen again, or left out. */
function NotSent({ pending, zone, onEdit }: Props) {
  const t = useTexts();
  const queryClient = useQueryClient();
  const { text, template, lostFile, state, error } = pending;
  const isOvertaken = state === 'overtaken';
  const canSend = lostFile === null || (text !== '' && template === null);
  const sendLabel = lostFile === null ? 'conversations:thread.retry' : 'conversations:thread.without_file';
  const edit = (file?: File) => {
    withdraw(pending);
    onEdit(pending, file);
  };
  return (
    <div className={classes.failure} role="alert">
      <span>
        {isOvertaken ? <Overtaken error={error} zone={zone} /> : failureOf(error, t)}
        {lostFile !== null && ` ${t('conversations:thread.file_lost')}`}
      </span>
      <span className={classes.failureActions}>
        {lostFile !== null && template === null && (
          <FileButton onChange={(file) => file && edit(file)}>
            {({ onClick }) => (
              <Button variant="subtle" size="compact-sm" color="bad" onClick={onClick}>
                {t('conversations:thread.choose_file')}
              </Button>
            )}
          </FileButton>
        )}
        {canSend && (
          <Button
            variant="subtle"
            size="compact-sm"
            color={isOvertaken ? 'brand' : 'bad'}
            onClick={() => sendAgain(queryClient, pending, isOvertaken)}
          >
            {t(isOvertaken ? 'conversations:thread.send_anyway' : sendLabel)}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => edit()}>
          {t('conversations:thread.edit')}
        </Button>
      </span>
    </div>
  );
}

function failureOf(error: unknown, t: ReturnType<typeof useTexts>): string {
  if (error instanceof CallUnreached && !navigator.onLine) return t('conversations:thread.offline');
  // NOTE: after a reload the reason is not known any more
  return error === null ? t('conversations:thread.not_sent') : problemText(error, t);
}

/** A colleague answered while this was written. */
function Overtaken({ error, zone }: { error: unknown; zone: string }) {
  const t = useTexts();
  const format = useFormat();
  const details = error instanceof CallRefused ? error.details : {};
  const name = textIn(details['memberName']) || t('conversations:thread.somebody');
  const at = textIn(details['at']);
  return (
    <Text span size="sm" inherit>
      {isRefused(error, 'conversation.answered_meanwhile') && at
        ? t('conversations:thread.overtaken_at', { name, at: format.time(at, zone) })
        : t('conversations:thread.overtaken', { name })}
    </Text>
  );
}
