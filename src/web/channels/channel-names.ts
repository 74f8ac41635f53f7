import type { ChannelKind } from '#contract/channels/calls.ts';
import { CHANNEL_APPEARANCES } from './channel-appearances.ts';

type Titled = { kind: ChannelKind; title: string };

/** The title of a channel among others: with its kind where another one is called alike, e.g. "Telegram Studio" beside "WhatsApp Studio". */
export function channelName({ kind, title }: Titled, among: readonly Titled[]): string {
  const plain = title.toLowerCase();
  const alike = among.filter((other) => other.title.toLowerCase().includes(plain));
  if (alike.length < 2) return title;
  const { name } = CHANNEL_APPEARANCES[kind];
  const [messenger = name] = name.split(' ');
  if (!plain.includes(messenger.toLowerCase())) return `${name} ${title}`;
  const equal = alike.filter((other) => other.title.toLowerCase() === plain);
  return equal.length < 2 ? title : `${title} · ${name}`;
}
