import {
  IconChecks,
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconMoodSmile,
  IconPhoto,
  IconUser,
  IconVideo,
} from '@tabler/icons-react';
import type { Conversation } from '#contract/conversations/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useLastWords } from './last-words.ts';
import classes from './list.module.css';

const ICONS: Partial<Record<Conversation['lastKind'], typeof IconPhoto>> = {
  image: IconPhoto,
  sticker: IconMoodSmile,
  video: IconVideo,
  file: IconFile,
  voice: IconMicrophone,
  contact: IconUser,
  location: IconMapPin,
};

type Props = { conversation: Pick<Conversation, 'lastKind' | 'lastText' | 'lastDirection'> };

/** The last message in one line, with a sign of its kind and whether we wrote it. */
export function LastMessage({ conversation }: Props) {
  const t = useTexts();
  const wordsOf = useLastWords();
  const { lastKind, lastDirection } = conversation;
  const Icon = ICONS[lastKind];
  return (
    <span className={classes.last}>
      {lastDirection === 'out' && <IconChecks size={14} aria-label={t('conversations:we_wrote')} />}
      {Icon && <Icon size={14} aria-hidden />}
      {wordsOf(conversation)}
    </span>
  );
}
