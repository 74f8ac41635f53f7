import { ActionIcon, FileButton, Popover } from '@mantine/core';
import { IconBolt, IconMoodSmile, IconPaperclip, IconSparkles, IconTemplate } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Hint } from '#web/ui/feedback/Hint.tsx';
import { ACCEPTED_FILES } from './attachment-check.ts';
import classes from './composer.module.css';
import { WindowLeft } from './WindowLeft.tsx';

const EmojiPicker = lazy(async () => ({ default: (await import('./EmojiPicker.tsx')).EmojiPicker }));

type Props = {
  hasFiles: boolean;
  onFile: (file: File | null) => void;
  onEmoji: (emoji: string) => void;
  onQuickReplies: (() => void) | undefined;
  onTemplate: (() => void) | undefined;
  onHelp: (() => void) | undefined;
  /** Until when the channel takes free text; null: no end. */
  windowUntil: string | null;
};

/** Buttons that put something into the text: a file, emoji, a quick reply, a template. */
export function ComposerTools({ hasFiles, onFile, onEmoji, onQuickReplies, onTemplate, onHelp, windowUntil }: Props) {
  const t = useTexts();
  const [isEmojiOpen, setEmojiOpen] = useState(false);
  return (
    <div className={classes.tools}>
      {hasFiles && (
        <FileButton accept={ACCEPTED_FILES} onChange={onFile}>
          {({ onClick }) => (
            <Hint label={t('conversations:file.attach')}>
              <ActionIcon aria-label={t('conversations:file.attach')} onClick={onClick}>
                <IconPaperclip size={20} />
              </ActionIcon>
            </Hint>
          )}
        </FileButton>
      )}
      <Popover opened={isEmojiOpen} onChange={setEmojiOpen} position="top-start" trapFocus shadow="md">
        <Popover.Target>
          <ActionIcon aria-label={t('conversations:emoji.title')} onClick={() => setEmojiOpen(!isEmojiOpen)}>
            <IconMoodSmile size={20} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={6}>
          <Suspense>
            <EmojiPicker
              onChoose={(emoji) => {
                setEmojiOpen(false);
                onEmoji(emoji);
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {onQuickReplies && (
        <Hint label={t('conversations:quick.hint')}>
          <ActionIcon aria-label={t('conversations:quick.title')} onClick={onQuickReplies}>
            <IconBolt size={20} />
          </ActionIcon>
        </Hint>
      )}
      {onTemplate && (
        <Hint label={t('conversations:template.title')}>
          <ActionIcon aria-label={t('conversations:template.title')} onClick={onTemplate}>
            <IconTemplate size={20} />
          </ActionIcon>
        </Hint>
      )}
      {onHelp && (
        <Hint label={t('conversations:composer.suggest')}>
          <ActionIcon aria-label={t('conversations:composer.suggest')} onClick={onHelp}>
            <IconSparkles size={20} />
          </ActionIcon>
        </Hint>
      )}
      {windowUntil && <WindowLeft until={windowUntil} />}
    </div>
  );
}
