import { IconCornerUpLeft, IconExternalLink, IconFile, IconPhone } from '@tabler/icons-react';
import { messagePieces, plainWords } from './message-markup.ts';
import classes from './PhoneBubble.module.css';
import { Ticks } from '#web/ui/feedback/Ticks.tsx';
import type { TickState } from '#web/ui/feedback/Ticks.tsx';
import { useWords } from '#web/ui/words.tsx';

export type PhoneSkin = 'whatsapp' | 'telegram' | 'sms';

/** A run of a message's text; a variable is marked when it is being edited, and named loudly where it left nothing. */
export type PhoneText = { text: string; mark?: 'variable' | 'empty' };

export type PhoneButton = { key: string; title: string; kind: 'answer' | 'url' | 'call' };

export type PhoneMessage = {
  key: string;
  /** The phone is the client's: the business is on the left, the client on the right. */
  side: 'business' | 'client';
  text?: readonly PhoneText[];
  /** `10:00` */
  time: string;
  /** How far it came; on the client's own messages, and on the business's where the owner looks on. */
  tick?: TickState;
  tickHint?: string;
  image?: { url: string; alt: string };
  file?: { name: string; size: string };
  /** A video or sound that is played in the bubble. */
  media?: { kind: 'video' | 'audio'; url: string; name: string };
  link?: { host: string; title: string; description?: string; imageUrl?: string };
  /** Under the text in small, e.g. the footer of a template. */
  footer?: string;
  buttons?: readonly PhoneButton[];
  /** The channel has no buttons: they are answers to be typed, `1`, `2`, `3`. */
  areButtonsNumbered?: boolean;
};

type Props = {
  skin: PhoneSkin;
  message: PhoneMessage;
  onButton?: (message: PhoneMessage, buttonKey: string) => void;
};

const BUTTON_ICONS = { answer: IconCornerUpLeft, url: IconExternalLink, call: IconPhone };

/** One message as the client's phone draws it. */
export function PhoneBubble({ skin, message, onButton }: Props) {
  const { side, buttons = [], areButtonsNumbered = skin === 'sms' } = message;
  const isApart = !areButtonsNumbered && buttons.length > 0;
  return (
    <div className={classes.message} data-skin={skin} data-side={side}>
      <div className={classes.bubble}>
        <Attachments message={message} />
        <div className={classes.text}>
          {(message.text ?? []).map((run, index) => (
            <Run key={index} run={run} skin={skin} />
          ))}
          {areButtonsNumbered && <NumberedAnswers buttons={buttons} />}
        </div>
        {message.footer && <div className={classes.footer}>{message.footer}</div>}
        <span className={classes.meta}>
          {message.time}
          {message.tick && <Ticks state={message.tick} hint={message.tickHint} size={15} />}
        </span>
      </div>
      {isApart && (
        <div className={classes.buttons}>
          {buttons.map((button) => {
            const Icon = BUTTON_ICONS[button.kind];
            const isIconShown = skin === 'whatsapp' || button.kind !== 'answer';
            return (
              <button
                key={button.key}
                type="button"
                className={classes.button}
                disabled={!onButton}
                onClick={() => onButton?.(message, button.key)}
              >
                {isIconShown && <Icon size={16} stroke={2} aria-hidden />}
                {button.title}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

function Attachments({ message: { image, file, media, link } }: { message: PhoneMessage }) {
  return (
    <>
      {image && <img className={classes.image} src={image.url} alt={image.alt} />}
      {media && <Player {...media} />}
      {file && (
        <div className={classes.file}>
          <IconFile size={28} stroke={1.4} aria-hidden />
          <span className={classes.fileName}>
            {file.name}
            <small>{file.size}</small>
          </span>
        </div>
      )}
      {link && (
        <div className={classes.link}>
          {link.imageUrl && <img src={link.imageUrl} alt="" />}
          <b>{link.title}</b>
          {link.description && <span>{link.description}</span>}
          <small>{link.host}</small>
        </div>
      )}
    </>
  );
}

function Player({ kind, url, name }: NonNullable<PhoneMessage['media']>) {
  if (kind === 'video')
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the video of a message has no captions
    return <video className={classes.image} src={url} aria-label={name} controls preload="metadata" playsInline />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
  return <audio className={classes.audio} src={url} aria-label={name} controls preload="none" />;
}

function Run({ run: { text, mark }, skin }: { run: PhoneText; skin: PhoneSkin }) {
  if (mark === 'empty') return <EmptyHere names={text} />;
  if (mark) return <mark className={classes[mark]}>{text}</mark>;
  if (skin === 'sms') return plainWords(text);
  return messagePieces(text).map(({ text: words, formats }, index) =>
    formats.length === 0 ? (
      words
    ) : (
      <span key={index} className={formats.map((format) => classes[format]).join(' ')}>
        {words}
      </span>
    ),
  );
}

function EmptyHere({ names }: { names: string }) {
  const words = useWords();
  return <mark className={classes.empty}>{words('empty_here', { names })}</mark>;
}

function NumberedAnswers({ buttons }: { buttons: readonly PhoneButton[] }) {
  const words = useWords();
  if (buttons.length === 0) return null;
  return (
    <>
      {`\n\n${words('answer_number')}:`}
      {buttons.map(({ key, title }, index) => (
        <span key={key}>{`\n${index + 1} — ${title}`}</span>
      ))}
    </>
  );
}
