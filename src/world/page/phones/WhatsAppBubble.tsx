import { IconArrowBackUp, IconChecks, IconExternalLink, IconList, IconPhone } from '@tabler/icons-react';
import { useTexts } from '../texts.tsx';
import type { WaMessage } from '../types.ts';
import { ChatText } from './ChatText.tsx';
import classes from './WhatsApp.module.css';
import { useFormat } from '../zone.tsx';

type Button = WaMessage['buttons'][number];
type Props = {
  message: WaMessage;
  quoted: WaMessage | undefined;
  canTap: boolean;
  onTap(button: Button): void;
  onBotLink(payload: string): void;
};

const ICONS = { reply: IconArrowBackUp, list: IconList, url: IconExternalLink, call: IconPhone } as const;

/** One message of a WhatsApp chat, with the buttons under it. */
export function WhatsAppBubble({ message, quoted, canTap, onTap, onBotLink }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const isMine = message.direction === 'in';
  if (message.status === 'failed') {
    const { code = 0, title = '' } = message.error ?? {};
    return <p className={classes.ghost}>{t('notDelivered', { reason: `${code} ${title}` })}</p>;
  }
  if (!isMine && message.status === 'accepted') return <p className={classes.ghost}>{t('onTheWay')}</p>;

  return (
    <div className={classes.message} data-mine={isMine || undefined}>
      <div className={classes.bubble}>
        {quoted && isMine && (
          <div className={classes.quote}>
            <ChatText text={quoted.text ?? ''} markup="marks" />
          </div>
        )}
        {message.header && <b className={classes.heading}>{message.header}</b>}
        <Media message={message} />
        <span className={classes.text}>
          <ChatText text={message.text ?? ''} markup="marks" onBotLink={onBotLink} />
        </span>
        {message.footer && <small className={classes.footer}>{message.footer}</small>}
        <span className={classes.time}>
          {format.time(message.at)}
          {isMine && <IconChecks size={15} className={classes.ticks} aria-hidden />}
        </span>
      </div>
      {message.buttons.map((button) => (
        <Tappable key={button.id + button.title} button={button} isLive={canTap} onTap={() => onTap(button)} />
      ))}
    </div>
  );
}

type TappableProps = { button: Button; isLive: boolean; onTap(): void };

function Tappable({ button, isLive, onTap }: TappableProps) {
  const Icon = ICONS[button.kind];
  if (button.kind === 'url' || button.kind === 'call') {
    const href = button.kind === 'call' ? `tel:${button.id}` : button.id;
    return (
      <a className={classes.button} href={href} target="_blank" rel="noreferrer">
        <Icon size={16} aria-hidden /> {button.title}
      </a>
    );
  }
  return (
    <button type="button" className={classes.button} onClick={onTap} data-old={!isLive || undefined}>
      <Icon size={16} aria-hidden /> {button.title}
    </button>
  );
}

function Media({ message }: { message: WaMessage }) {
  const { t } = useTexts();
  const { media } = message;
  if (!media) return null;
  const source = media.link ?? (media.mediaId && `/_sim/d360/media/${media.mediaId}`);
  if (media.kind === 'image' || media.kind === 'sticker')
    return <img src={source ?? ''} alt={t('photo')} className={classes.image} />;
  return (
    <a className={classes.file} href={source ?? ''} target="_blank" rel="noreferrer">
      {media.filename ?? media.kind}
    </a>
  );
}
