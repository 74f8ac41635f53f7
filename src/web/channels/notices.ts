import { CHANNEL_KIND_NAMES, FIRST_CHANNEL_KIND } from '#contract/channels/kinds.ts';
import type { CHANNELS_NOTICES } from '#contract/channels/codes.ts';
import { CHANNEL_TROUBLES } from '#contract/channels/values.ts';
import { CONNECTION_KINDS, connectionKind } from '#contract/connections/kinds.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';
import { CHANNEL_APPEARANCES } from './channel-appearances.ts';

type Params = Readonly<Record<string, unknown>>;

export const channelsNotices: WordsOf<(typeof CHANNELS_NOTICES)[number]> = {
  channel_down: (params, { t }) => ({
    text: t('notices:channel_down', { title: titleIn(params), why: whyDown(params, t) }),
    target: targetAt(t('notices:action.mend'), channelPage(params)),
  }),
  balance_low: (params, { t, format }) => ({
    text: t('notices:balance_low', { title: titleIn(params), balance: balanceIn(params, format) }),
    target: targetAt(t('notices:action.mend'), channelPage(params)),
  }),
  hook_unreadable: (params, { t }) => ({
    text: t('notices:hook_unreadable', { title: titleIn(params) }),
    target: targetAt(t('notices:action.open'), channelKindIn(params) ? channelPage(params) : connectionPage(params)),
  }),
};

const titleIn = ({ title }: Params) => textIn(title) ?? '';

const channelKindIn = ({ channelKind }: Params) => wordIn(CHANNEL_KIND_NAMES, channelKind);

const channelPage = (params: Params) => CHANNEL_APPEARANCES[channelKindIn(params) ?? FIRST_CHANNEL_KIND].path;

/** The page of the booking system whose call could not be read. */
const connectionPage = (params: Params) =>
  connectionKind(wordIn(CONNECTION_KINDS, params['connectionKind']) ?? 'yclients').page;

function whyDown({ trouble, text }: Params, t: Text): string {
  const known = wordIn(CHANNEL_TROUBLES, trouble);
  return known ? t(`channels:trouble.${known}.title`) : (textIn(text) ?? t('notices:why_unknown'));
}

const balanceIn = ({ amount, currency }: Params, format: Format) =>
  typeof amount === 'number' ? format.amount(amount, textIn(currency) ?? null) : '';
