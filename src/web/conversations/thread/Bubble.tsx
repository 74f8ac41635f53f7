import { Button } from '@mantine/core';
import { IconDeviceMobile, IconMapPin, IconRobot, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { declarationOf } from '#contract/channels/kinds.ts';
import type { ThreadItem } from '#contract/conversations/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Ticks } from '#web/ui/feedback/Ticks.tsx';
import { BubbleFile, type ViewImage } from './BubbleFile.tsx';
import classes from './bubble.module.css';
import { BubbleText } from './BubbleText.tsx';
import { useFailureText } from './failure-text.ts';
import { isAutomatic, tickOf, contentTextKey } from './thread-item.ts';
import type { VoiceTrack } from './voice-player.ts';
import { Why } from './Why.tsx';

export type BubbleActions = {
  /** The member at the screen. */
  myId: string;
  onView: ViewImage;
  onRetry: (item: ThreadItem) => void;
  onRetryFile: (item: ThreadItem) => void;
  onTranscribe: (item: ThreadItem) => void;
  onDeleteNote: (item: ThreadItem) => void;
  voicesAfter: (itemId: string) => readonly VoiceTrack[];
};

type Props = BubbleActions & {
  item: ThreadItem;
  zone: string;
  /** It follows a message of the same person, who is not named again. */
  isFollowing: boolean;
  /** It failed, and was sent again. */
  isRetried: boolean;
};

/** One message of a thread. */
export const Bubble = memo(function Bubble({ item, zone, isFollowing, isRetried, ...actions }: Props) {
  const t = useTexts();
  const format = useFormat();
  const failureText = useFailureText();
  const { direction, kind, file, text, buttons, location, status, failure, isTest, isEdited } = item;
  const isNote = kind === 'note';
  const isOutbound = direction === 'out' || direction === 'own';
  const tick = tickOf(item);
  const isFailed = status === 'failed';
  const canRetry = isFailed && !isRetried && !isAutomatic(item) && direction === 'out';
  return (
    <div
      className={classes.line}
      data-side={isOutbound || isNote ? 'ours' : 'theirs'}
      data-following={isFollowing || undefined}
    >
      <div
        className={classes.bubble}
        data-look={appearanceOf(item)}
        data-failed={isFailed || undefined}
        data-test={isTest || undefined}
      >
        {!isFollowing && <Author item={item} myId={actions.myId} />}
        {file && (
          <BubbleFile
            item={item}
            file={file}
            voicesAfter={actions.voicesAfter}
            onView={actions.onView}
            onRetry={actions.onRetryFile}
            onTranscribe={actions.onTranscribe}
          />
        )}
        <Words item={item} />
        {location && <Place {...location} />}
        {buttons.length > 0 && <Answers buttons={buttons} />}
        {text === '' && !file && !location && kind === 'text' && t('conversations:said.none')}
        <span className={classes.meta}>
          {isTest && <span className={classes.test}>{t('ui:test_badge')}</span>}
          {isEdited && kind !== 'deleted' && <span>{t('conversations:thread.edited')}</span>}
          <time dateTime={item.at} title={format.dateTime(item.at, zone)}>
            {format.time(item.at, zone)}
          </time>
          {tick && <Ticks state={tick} hint={isFailed ? failureText(failure) : undefined} size={15} />}
        </span>
      </div>
      <Why item={item} zone={zone} />
      {isFailed && (
        <div className={classes.failure} role="alert">
          <span>{failureText(failure)}</span>
          {canRetry && (
            <Button variant="subtle" size="compact-sm" color="bad" onClick={() => actions.onRetry(item)}>
              {t('conversations:thread.retry')}
            </Button>
          )}
        </div>
      )}
      {status === 'unknown' && <div className={classes.failure}>{t('conversations:thread.unconfirmed')}</div>}
      {isNote && item.by?.memberId === actions.myId && (
        <button
          type="button"
          className={classes.deleteNote}
          aria-label={t('conversations:thread.delete_note')}
          onClick={() => actions.onDeleteNote(item)}
        >
          <IconTrash size={14} aria-hidden />
        </button>
      )}
    </div>
  );
});

function appearanceOf(item: ThreadItem): 'note' | 'theirs' | 'automatic' | 'ours' {
  if (item.kind === 'note') return 'note';
  if (item.direction === 'in') return 'theirs';
  return isAutomatic(item) ? 'automatic' : 'ours';
}

/** The author: a colleague, a person on the phone itself or in another system, a flow or a bot; the member themself is not named. */
function Author({ item, myId }: { item: ThreadItem; myId: string }) {
  const t = useTexts();
  const { direction, sender, by, kind, channelKind } = item;
  if (direction === 'own' && channelKind !== null && declarationOf(channelKind).connects === 'built_in')
    return <span className={classes.author}>{t('conversations:thread.from_desk')}</span>;
  if (direction === 'own') {
    return (
      <span className={classes.author}>
        <IconDeviceMobile size={13} aria-hidden /> {t('conversations:thread.from_phone')}
      </span>
    );
  }
  if (kind === 'note') {
    const author = by?.memberId === myId ? '' : by?.name;
    return (
      <span className={classes.author}>{[t('conversations:thread.note'), author].filter(Boolean).join(' · ')}</span>
    );
  }
  if (sender && isAutomatic(item)) {
    return (
      <span className={classes.author}>
        <IconRobot size={13} aria-hidden /> {sender.senderTitle || t(`senders:${sender.senderKind}.name`)}
      </span>
    );
  }
  if (!by || by.memberId === myId) return null;
  return <span className={classes.author}>{by.name}</span>;
}

/** The text, or what stands in place of one; a file that is drawn needs no description. */
function Words({ item }: { item: ThreadItem }) {
  const t = useTexts();
  const { text, fileName, file, location, kind } = item;
  const wordless = file || location || kind === 'text' ? null : contentTextKey(item);
  const description = wordless && t(`conversations:said.${wordless}`, { text, name: fileName ?? '' });
  const isTextShown = text !== '' && wordless !== 'reaction';
  if (!description && !isTextShown) return null;
  return (
    <div className={classes.text}>
      {description && <em>{description}</em>}
      {description && isTextShown && '\n'}
      {isTextShown && <BubbleText text={text} />}
    </div>
  );
}

function Answers({ buttons }: { buttons: readonly string[] }) {
  return (
    <ol className={classes.answers}>
      {buttons.map((title, index) => (
        <li key={index}>{title}</li>
      ))}
    </ol>
  );
}

function Place({ latitude, longitude }: { latitude: number; longitude: number }) {
  const t = useTexts();
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <a className={classes.place} href={href} target="_blank" rel="noopener noreferrer nofollow">
      <IconMapPin size={18} aria-hidden />
      {t('conversations:thread.on_map')}
    </a>
  );
}
