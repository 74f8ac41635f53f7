import { ActionIcon, FileButton } from '@mantine/core';
import { IconMicrophone, IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import classes from './Composer.module.css';
import { voiceNote } from './voice-note.ts';

type Picture = { mime: string; base64: string };
/** @property onPicture left out where pictures cannot be sent; so is `onVoice` of voice messages */
type Props = { onText(text: string): void; onPicture?(picture: Picture): void; onVoice?(voice: Picture): void };

/** The line where a person types an answer. */
export function Composer({ onText, onPicture, onVoice }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const send = () => {
    if (text.trim() === '') return;
    onText(text.trim());
    setText('');
  };
  const attach = async (file: File | null) => {
    if (file) onPicture?.({ mime: file.type || 'image/png', base64: await toBase64(file) });
  };

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {onPicture && (
        <FileButton accept="image/png,image/jpeg" onChange={(file) => void attach(file)}>
          {(props) => (
            <ActionIcon {...props} variant="transparent" color="gray" size={34} aria-label={t('attach')}>
              <IconPaperclip size={20} />
            </ActionIcon>
          )}
        </FileButton>
      )}
      <input
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={t('message')}
        aria-label={t('message')}
        autoComplete="off"
      />
      {onVoice && (
        <ActionIcon
          variant="transparent"
          color="gray"
          size={34}
          aria-label={t('voice')}
          onClick={() => onVoice(voiceNote())}
        >
          <IconMicrophone size={20} />
        </ActionIcon>
      )}
      <button type="submit" className={classes.send} aria-label={t('send')}>
        <IconSend2 size={19} />
      </button>
    </form>
  );
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCodePoint(byte);
  return btoa(text);
}
