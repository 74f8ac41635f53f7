import { CONNECTION_KINDS } from '#contract/connections/kinds.ts';
import type { CONNECTIONS_NOTICES } from '#contract/connections/codes.ts';
import { CONNECTION_TROUBLES, CRM_RIGHTS, MARKETPLACE_KINDS } from '#contract/connections/values.ts';
import type { InstallId } from '#contract/connections/marketplace.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { countIn, idIn, textIn, wordIn, wordsIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';
import type { NoticeWords } from '#web/lib/pages/room.ts';
import { pageOf } from './connection-appearances.ts';
import { troubleWords } from './trouble-words.ts';
import { VENDOR_NAMES } from './marketplace/vendors.ts';

type Params = Readonly<Record<string, unknown>>;

export const connectionsNotices: WordsOf<(typeof CONNECTIONS_NOTICES)[number]> = {
  connection_broken: (params, { t }) => ({
    text: t('notices:connection_broken', { title: textIn(params['title']) ?? '', why: whyBroken(params, t) }),
    target: targetAt(t('notices:action.mend'), pageOf(kindIn(params))),
  }),
  access_ending: (params, { t }) => ({
    text: t('notices:access_ending', { title: textIn(params['title']) ?? '', system: t(`app:menu.${kindIn(params)}`) }),
    target: targetAt(t('notices:action.mend'), pageOf(kindIn(params))),
  }),
  rights_missing: (params, { t }) => {
    const rights = wordsIn(CRM_RIGHTS, params['rights']).map((right) => t(`connections:right.${right}`));
    return {
      text: t('notices:rights_missing', { title: branchIn(params), rights: rights.join(', ') }),
      target: targetAt(t('notices:action.mend'), pageOf(kindIn(params))),
    };
  },
  install_incomplete: (params, { t }) => {
    const install = idIn<InstallId>(params['installId']);
    return {
      text: t('notices:install_incomplete', {
        count: countIn(params['count']) ?? 1,
        vendor: VENDOR_NAMES[marketplaceIn(params)],
      }),
      target: targetAt(t('notices:action.mend'), '/accounts/connect/ycompany', install ? { install } : {}),
    };
  },
  application_removed: ofApplication('application_removed'),
  application_frozen: ofApplication('application_frozen'),
  webhooks_restored: (params, { t }) => ({
    text: t('notices:webhooks_restored', { title: branchIn(params), system: t(`app:menu.${kindIn(params)}`) }),
    target: targetAt(t('notices:action.open'), pageOf(kindIn(params))),
  }),
};

function ofApplication(kind: 'application_removed' | 'application_frozen'): NoticeWords {
  return (params, { t }) => {
    const marketplace = marketplaceIn(params);
    return {
      text: t(`notices:${kind}`, { title: branchIn(params), vendor: VENDOR_NAMES[marketplace] }),
      target: targetAt(t('notices:action.mend'), `/accounts/${marketplace}`),
    };
  };
}

// NOTE: notices of before there were other kinds name none.
const kindIn = ({ connectionKind }: Params) => wordIn(CONNECTION_KINDS, connectionKind) ?? 'yclients';

const marketplaceIn = ({ connectionKind }: Params) => wordIn(MARKETPLACE_KINDS, connectionKind) ?? 'yclients';

const branchIn = ({ branchTitle }: Params) => textIn(branchTitle) ?? '';

function whyBroken(params: Params, t: Text): string {
  const known = wordIn(CONNECTION_TROUBLES, params['trouble']);
  return known ? troubleWords(t, kindIn(params), known).title : (textIn(params['text']) ?? t('notices:why_unknown'));
}
