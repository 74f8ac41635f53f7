import { useTexts } from '../texts.tsx';
import type { WaMessage } from '../types.ts';
import { useFormat } from '../zone.tsx';
import { Bubble, BubbleAudio, BubbleFile, BubbleImage, BubbleVideo } from './Bubble.tsx';
import { ChatText } from './ChatText.tsx';
import { Tappable } from './Tappable.tsx';
import classes from './WhatsApp.module.css';

type Button = WaMessage['buttons'][number];
type Props = {
  message: WaMessage;
  quoted: WaMessage | undefined;
  canTap: boolean;
  onTap(button: Button): void;
  onBotLink(payload: string): void;
};

/** One message of a WhatsApp chat, with the buttons under it. */
export function WhatsAppBubble({ message, quoted, canTap, onTap, onBotLink }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const isOwn = message.direction === 'in';
  if (message.status === 'failed') {
    const { code = 0, title = '' } = message.error ?? {};
    return <p className={classes.ghost}>{t('notDelivered', { reason: `${code} ${title}` })}</p>;
  }
  if (!isOwn && message.status === 'accepted') return <p className={classes.ghost}>{t('onTheWay')}</p>;

  return (
    <Bubble
      skin="whatsapp"
      isOwn={isOwn}
      time={format.time(message.at)}
      above={
        <>
          {quoted && isOwn && (
            <div className={classes.quote}>
              <ChatText text={quoted.text ?? ''} markup="marks" />
            </div>
          )}
          {message.header && <b className={classes.heading}>{message.header}</b>}
          <Media message={message} />
        </>
      }
      footer={message.footer}
      buttons={message.buttons.map((button) => (
        <Tappable
          key={button.id + button.title}
          kind={button.kind}
          title={button.title}
          target={button.id}
          isLive={canTap}
          onTap={() => onTap(button)}
        />
      ))}
    >
      <ChatText text={message.text ?? ''} markup="marks" onBotLink={onBotLink} />
    </Bubble>
  );
}

function Media({ message }: { message: WaMessage }) {
  const { t } = useTexts();
  const { media } = message;
  if (!media) return null;
  const source = media.link ?? (media.mediaId && `/_sim/d360/media/${media.mediaId}`);
  if (media.kind === 'image' || media.kind === 'sticker') return <BubbleImage src={source ?? ''} alt={t('photo')} />;
  if (media.kind === 'video') return <BubbleVideo src={source ?? ''} />;
  if (media.kind === 'audio') return <BubbleAudio src={source ?? ''} />;
  return <BubbleFile href={source ?? ''}>{media.filename ?? media.kind}</BubbleFile>;
}
