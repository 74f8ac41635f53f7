import { Loader } from '@mantine/core';
import { IconArrowUpRight, IconFile, IconUser } from '@tabler/icons-react';
import { useTexts } from '../texts.tsx';
import type { TgMessage } from '../types.ts';
import { useFormat } from '../zone.tsx';
import { Bubble, BubbleAudio, BubbleFile, BubbleImage, BubbleVideo } from './Bubble.tsx';
import { botPayload, ChatText } from './ChatText.tsx';
import classes from './Telegram.module.css';

type Props = { message: TgMessage; onTap(data: string): void; onBotLink(payload: string): void };

/** One message of a chat with a bot, with its inline buttons. */
export function TelegramBubble({ message, onTap, onBotLink }: Props) {
  const format = useFormat();
  const markup = message.parseMode?.toUpperCase() === 'HTML' ? 'HTML' : 'plain';
  const text = message.parseMode?.toUpperCase() === 'MARKDOWNV2' ? unescaped(message.text ?? '') : (message.text ?? '');

  return (
    <Bubble
      skin="telegram"
      isOwn={message.direction === 'in'}
      time={format.time(message.at)}
      above={<Media message={message} />}
      buttons={message.buttons.map((row, index) => (
        <div key={index} className={classes.buttons}>
          {row.map((button) => (
            <InlineButton
              key={button.text}
              button={button}
              isSpinning={button.callback_data !== undefined && message.spinning.includes(button.callback_data)}
              onTap={onTap}
              onBotLink={onBotLink}
            />
          ))}
        </div>
      ))}
    >
      <ChatText text={text} markup={message.parseMode && markup === 'plain' ? 'marks' : markup} onBotLink={onBotLink} />
    </Bubble>
  );
}

type ButtonProps = Omit<Props, 'message'> & { button: TgMessage['buttons'][number][number]; isSpinning: boolean };

function InlineButton({ button, isSpinning, onTap, onBotLink }: ButtonProps) {
  const { text, url, callback_data: data } = button;
  const payload = url === undefined ? null : botPayload(url);
  if (url !== undefined && payload === null) {
    return (
      <a className={classes.button} href={url} target="_blank" rel="noreferrer">
        {text}
        <IconArrowUpRight size={12} className={classes.corner} aria-hidden />
      </a>
    );
  }
  return (
    <button
      type="button"
      className={classes.button}
      onClick={() => (payload === null ? onTap(data ?? '') : onBotLink(payload))}
    >
      {text}
      {isSpinning && <Loader size={10} color="white" className={classes.corner} />}
    </button>
  );
}

function Media({ message }: { message: TgMessage }) {
  const { t } = useTexts();
  const { media } = message;
  if (!media) return null;
  if (media.kind === 'contact') {
    return (
      <BubbleFile>
        <IconUser size={18} aria-hidden /> {t('shareContact')}
      </BubbleFile>
    );
  }
  const source = media.link ?? `/_sim/tg/files/${media.fileId}`;
  if (media.kind === 'photo') return <BubbleImage src={source} alt={t('photo')} />;
  if (media.kind === 'video') return <BubbleVideo src={source} />;
  if (media.kind === 'audio' || media.kind === 'voice') return <BubbleAudio src={source} />;
  return (
    <BubbleFile href={source}>
      <IconFile size={18} aria-hidden /> {media.filename}
    </BubbleFile>
  );
}

const unescaped = (text: string) => text.replaceAll(/\\([_*[\]()~`>#+\-=|{}.!])/g, '$1');
