import { type ReactNode, Fragment } from 'react';

type Props = {
  text: string;
  /** `HTML` is Telegram's; otherwise the marks of WhatsApp are understood. */
  markup: 'HTML' | 'marks' | 'plain';
  /** Called with the payload of a link that starts a Telegram bot. */
  onBotLink?(payload: string): void;
};

const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g;
const MARKS = [
  [/\*(?=\S)([^*\n]+?)\*/, (inner: ReactNode) => <b>{inner}</b>],
  [/_(?=\S)([^_\n]+?)_/, (inner: ReactNode) => <i>{inner}</i>],
  [/~(?=\S)([^~\n]+?)~/, (inner: ReactNode) => <s>{inner}</s>],
] as const;

/** The text of a bubble: its emphasis and its links. */
export function ChatText({ text, markup, onBotLink }: Props) {
  if (markup !== 'HTML') return <>{withLinks(text, markup === 'marks', onBotLink)}</>;
  const body = new DOMParser().parseFromString(text, 'text/html').body;
  return <>{[...body.childNodes].map((node, index) => fromNode(node, index, onBotLink))}</>;
}

function withLinks(text: string, hasMarks: boolean, onBotLink: Props['onBotLink']): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    parts.push(<Fragment key={end}>{withMarks(text.slice(end, match.index), hasMarks)}</Fragment>);
    parts.push(<ChatLink key={`l${match.index}`} href={match[0]} text={match[0]} onBotLink={onBotLink} />);
    end = match.index + match[0].length;
  }
  parts.push(<Fragment key={end}>{withMarks(text.slice(end), hasMarks)}</Fragment>);
  return parts;
}

function withMarks(text: string, hasMarks: boolean): ReactNode {
  if (!hasMarks) return text;
  for (const [pattern, wrap] of MARKS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const after = text.slice(match.index + match[0].length);
    return (
      <>
        {withMarks(text.slice(0, match.index), true)}
        {wrap(withMarks(match[1] ?? '', true))}
        {withMarks(after, true)}
      </>
    );
  }
  return text;
}

type LinkProps = { href: string; text: ReactNode; onBotLink: Props['onBotLink'] };

function ChatLink({ href, text, onBotLink }: LinkProps) {
  const payload = botPayload(href);
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => {
        if (payload === null || !onBotLink) return;
        event.preventDefault();
        onBotLink(payload);
      }}
    >
      {text}
    </a>
  );
}

/** The payload of `https://t.me/some_bot?start=payload`, or null for any other link. */
export function botPayload(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return ['t.me', 'telegram.me'].includes(url.hostname) ? (url.searchParams.get('start') ?? '') : null;
}

/** Telegram's own tags become elements; what else stands there becomes its text. */
function fromNode(node: ChildNode, key: number, onBotLink: Props['onBotLink']): ReactNode {
  const inner = [...node.childNodes].map((child, index) => fromNode(child, index, onBotLink));
  switch (node.nodeName) {
    case '#text':
      return <Fragment key={key}>{withLinks(node.textContent ?? '', false, onBotLink)}</Fragment>;
    case 'B':
    case 'STRONG':
      return <b key={key}>{inner}</b>;
    case 'I':
    case 'EM':
      return <i key={key}>{inner}</i>;
    case 'U':
    case 'INS':
      return <u key={key}>{inner}</u>;
    case 'S':
    case 'STRIKE':
    case 'DEL':
      return <s key={key}>{inner}</s>;
    case 'CODE':
    case 'PRE':
      return <code key={key}>{inner}</code>;
    case 'BLOCKQUOTE':
      return <q key={key}>{inner}</q>;
    case 'A': {
      const href = node instanceof HTMLAnchorElement ? (node.getAttribute('href') ?? '') : '';
      const isSafe = /^(https?|tg|tel|mailto):/.test(href);
      return isSafe ? (
        <ChatLink key={key} href={href} text={inner} onBotLink={onBotLink} />
      ) : (
        <Fragment key={key}>{inner}</Fragment>
      );
    }
    default:
      return <Fragment key={key}>{inner}</Fragment>;
  }
}
