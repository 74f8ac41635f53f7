import { CHANNEL_KIND_NAMES, FIRST_CHANNEL_KIND } from '#contract/channel-kinds.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { ChannelKind } from '#contract/channels.ts';
import type { Notice } from '#contract/onboarding.ts';
import { CONNECTION_KINDS } from '#contract/connection-kinds.ts';
import { CHANNEL_TROUBLES } from '#contract/channels-values.ts';
import { CONNECTION_TROUBLES, CRM_RIGHTS, MARKETPLACE_KINDS } from '#contract/connections-values.ts';
import { MENDABLE_RULES } from '#contract/flow-reach-values.ts';
import { FLOW_ERRORS } from '#contract/flows-values.ts';
import { MAILING_ERRORS } from '#contract/mailings-values.ts';
import { NEEDS_PERSON_REASONS } from '#contract/conversations-values.ts';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { VENDOR_NAMES } from '#web/connections/vendors.ts';
import { flowErrorText } from '#web/flows/error-words.ts';
import type { Format } from '#web/lib/format.ts';
import type { Text } from '#web/lib/i18n.ts';
import { countIn, idIn, instantIn, textIn, timeZoneIn, wordIn, wordsIn } from '#web/lib/known.ts';

/** Parses the parameters of notices as written by their rooms; missing ones are omitted from the text. */
function readParams(params: Notice['params']) {
  return {
    title: textIn(params['title']) ?? '',
    titles: [params['titles']].flat().flatMap((title) => textIn(title) ?? []),
    branchTitle: textIn(params['branchTitle']) ?? '',
    contactName: textIn(params['contactName']) ?? '',
    count: countIn(params['count']) ?? 1,
    left: countIn(params['left']) ?? 0,
    text: textIn(params['text']),
    reason: textIn(params['reason']),
    flowError: wordIn(FLOW_ERRORS, params['code']),
    mailingError: wordIn(MAILING_ERRORS, params['code']) ?? 'too_many_failures',
    lossRule: wordIn(MENDABLE_RULES, params['rule']) ?? 'template_missing',
    trouble: params['trouble'],
    channelKind: wordIn(CHANNEL_KIND_NAMES, params['channelKind']),
    marketplace: wordIn(MARKETPLACE_KINDS, params['connectionKind']) ?? 'yclients',
    // NOTE: notices of before there were other kinds name none.
    connectionKind: wordIn(CONNECTION_KINDS, params['connectionKind']) ?? 'yclients',
    rights: wordsIn(CRM_RIGHTS, params['rights']),
    wish: wordIn(['confirm', 'cancel'], params['wish']) ?? 'confirm',
    startsAt: instantIn(params['startsAt']),
    timeZone: timeZoneIn(params['timeZone']),
    flowId: idIn(params['flowId']),
    mailingId: idIn(params['mailingId']),
    contactId: idIn(params['contactId']),
    conversationId: idIn(params['conversationId']),
    installId: idIn(params['installId']),
    reviewId: idIn(params['reviewId']),
    rehearsalId: idIn(params['rehearsalId']),
    sent: countIn(params['sent']) ?? 0,
    hasFailed: params['outcome'] === 'failed',
  };
}
type Params = ReturnType<typeof readParams>;

/** Returns the text of a notice, one sentence. */
export function noticeText({ kind, params }: Notice, t: Text, format: Format): string {
  const about = readParams(params);
  switch (kind) {
    case 'channel_down':
      return t('onboarding:notice.channel_down', { title: about.title, why: channelWhy(about, t) });
    case 'connection_broken':
      return t('onboarding:notice.connection_broken', { title: about.title, why: connectionWhy(about, t) });
    case 'rights_missing':
      return t('onboarding:notice.rights_missing', {
        title: about.branchTitle,
        rights: about.rights.map((right) => t(`connections:right.${right}`)).join(', '),
      });
    case 'flow_error':
      if (about.flowError) {
        const why = flowErrorText(about.flowError, about.reason ?? null, t);
        if (about.titles.length > 0)
          return t('onboarding:notice.flows_error_why', { count: about.count, titles: namesOf(about, t), why });
        return t('onboarding:notice.flow_error_why', { title: about.title, why });
      }
      return about.reason
        ? t('onboarding:notice.flow_error_why', { title: about.title, why: about.reason })
        : t('onboarding:notice.flow_error', { title: about.title });
    case 'flows_unavailable':
      return t('onboarding:notice.flows_unavailable', { count: about.count, titles: namesOf(about, t) });
    case 'flow_unheard': {
      const why = t(`flows:attention.cause.${about.lossRule}`);
      if (about.titles.length > 0)
        return t('onboarding:notice.flows_unheard', { count: about.count, titles: namesOf(about, t), why });
      return t('onboarding:notice.flow_unheard', { title: about.title, why });
    }
    case 'mailing_error':
      return t('onboarding:notice.mailing_error', {
        title: about.title,
        why: t(`onboarding:notice.mailing_why.${about.mailingError}`),
      });
    case 'quota_low':
      return t('onboarding:notice.quota_low', { count: about.left });
    case 'in_doubt':
      return t('onboarding:notice.in_doubt', { count: about.count });
    case 'balance_low':
      return t('onboarding:notice.balance_low', { title: about.title, balance: balanceOf(params, format) });
    case 'needs_person':
      return t('onboarding:notice.needs_person', { name: personOf(about, t), why: personWhy(about, t) });
    case 'hook_unreadable':
      return t('onboarding:notice.hook_unreadable', { title: about.title });
    case 'confirm_failed': {
      const when = about.startsAt ? format.dateTime(about.startsAt, about.timeZone) : '';
      return t(`onboarding:notice.${about.wish}_failed`, { when });
    }
    case 'move_wanted': {
      const when = about.startsAt ? format.dateTime(about.startsAt, about.timeZone) : '';
      return t('onboarding:notice.move_wanted', { name: personOf(about, t), when });
    }
    case 'table_request': {
      const when = about.startsAt ? format.dateTime(about.startsAt, about.timeZone) : '';
      return t('onboarding:notice.table_request', { name: personOf(about, t), when });
    }
    case 'slot_to_enter': {
      const when = about.startsAt ? format.dateTime(about.startsAt, about.timeZone) : '';
      const name = about.title;
      return about.text
        ? t('onboarding:notice.slot_to_enter_why', { name, when, why: about.text })
        : t('onboarding:notice.slot_to_enter', { name, when });
    }
    case 'rehearsal_over':
      return about.hasFailed
        ? t('onboarding:notice.rehearsal_failed', { title: about.title })
        : t('onboarding:notice.rehearsal_over', { title: about.title, count: about.sent });
    case 'flows_offered':
    case 'flows_taken':
    case 'mailings_offered':
    case 'mailings_taken':
      return t(`onboarding:notice.${kind}`, { name: about.title, count: about.count });
    case 'bad_review':
      return t('onboarding:notice.bad_review', { name: personOf(about, t), count: about.count });
    case 'ratings_low':
      return t('onboarding:notice.ratings_low', { count: about.left });
    case 'quota_exhausted':
    case 'ratings_exhausted':
      return t(`onboarding:notice.${kind}`);
    case 'install_incomplete':
      return t('onboarding:notice.install_incomplete', { count: about.count, vendor: vendorOf(about) });
    case 'application_removed':
    case 'application_frozen':
      return t(`onboarding:notice.${kind}`, { title: about.branchTitle, vendor: vendorOf(about) });
  }
}

function balanceOf({ amount, currency }: Notice['params'], format: Format): string {
  return typeof amount === 'number' ? format.amount(amount, textIn(currency) ?? null) : '';
}

/** Where a notice is acted on; `page` is the screen that must exist on this domain. */
export type NoticeTarget = { label: string; page: string; to: string; search?: Record<string, string> };

export function noticeTarget({ kind, params }: Notice, t: Text): NoticeTarget {
  const {
    channelKind,
    connectionKind,
    contactId,
    flowId,
    mailingId,
    conversationId,
    installId,
    reviewId,
    rehearsalId,
    marketplace,
  } = readParams(params);
  const action = (name: 'open' | 'reply' | 'settle' | 'pay' | 'mend') => t(`onboarding:notice.action.${name}`);
  const at = (label: string, page: string, search?: Record<string, string>) => ({ label, page, to: page, search });
  switch (kind) {
    case 'channel_down':
    case 'balance_low':
      return at(action('mend'), channelPage(channelKind));
    case 'connection_broken':
    case 'rights_missing':
      return at(action('mend'), pageOf(connectionKind));
    case 'hook_unreadable':
      return at(action('open'), channelKind ? channelPage(channelKind) : pageOf(connectionKind));
    case 'install_incomplete':
      return at(action('mend'), '/accounts/connect/ycompany', installId ? { install: installId } : {});
    case 'application_removed':
    case 'application_frozen':
      return at(action('mend'), `/accounts/${marketplace}`);
    case 'flow_error':
      if (!flowId) return at(action('mend'), '/flows', { status: 'error' });
      return { ...at(action('mend'), '/flows'), to: `/flows/edit/${flowId}` };
    case 'flows_unavailable':
      return at(action('open'), '/flows', { status: 'unavailable' });
    case 'flow_unheard':
      if (!flowId) return at(action('mend'), '/flows');
      return { ...at(action('mend'), '/flows'), to: `/flows/edit/${flowId}` };
    case 'mailing_error':
      return { ...at(action('mend'), '/distributions'), to: `/distributions/edit/${mailingId ?? ''}` };
    case 'in_doubt':
      return at(action('settle'), '/insights/message-logs', { status: 'in_doubt' });
    case 'needs_person':
    case 'confirm_failed':
      return at(action('reply'), '/conversations', conversationId ? { thread: conversationId } : { list: 'waiting' });
    case 'move_wanted':
      if (!contactId) return at(action('open'), '/');
      return { ...at(action('open'), '/contacts'), to: `/contacts/${contactId}` };
    case 'table_request':
      return at(action('open'), '/widgets/booking/requests');
    case 'slot_to_enter':
      return at(action('open'), '/widgets/waitlist');
    case 'rehearsal_over':
      return { ...at(action('open'), '/flows/rehearsal'), to: `/flows/rehearsal/${rehearsalId ?? ''}` };
    case 'flows_offered':
    case 'flows_taken':
      return at(action('open'), '/flows');
    case 'mailings_offered':
    case 'mailings_taken':
      return at(action('open'), '/distributions');
    case 'bad_review':
      return { ...at(action('reply'), '/reviews'), to: `/widgets/reviews/rating/${reviewId ?? ''}` };
    case 'quota_low':
    case 'quota_exhausted':
    case 'ratings_low':
    case 'ratings_exhausted':
      return at(action('pay'), '/payments');
  }
}

/** Flows by name, as far as the notice names them. */
function namesOf({ titles, count }: Params, t: Text): string {
  const named = titles.map((title) => t('onboarding:notice.flow_named', { title })).join(', ');
  const more = count - titles.length;
  return more > 0 ? t('onboarding:notice.flows_more', { named, count: more }) : named;
}

const vendorOf = ({ marketplace }: Params) => VENDOR_NAMES[marketplace];

const channelPage = (kind: ChannelKind = FIRST_CHANNEL_KIND) => CHANNEL_APPEARANCES[kind].path;

function channelWhy({ trouble, text }: Params, t: Text): string {
  const known = wordIn(CHANNEL_TROUBLES, trouble);
  return known ? t(`channels:trouble.${known}.title`) : (text ?? t('onboarding:notice.why_unknown'));
}

function connectionWhy({ trouble, text, connectionKind }: Params, t: Text): string {
  const known = wordIn(CONNECTION_TROUBLES, trouble);
  return known
    ? t(`connections:trouble.${known}.title`, { system: t(`app:menu.${connectionKind}`) })
    : (text ?? t('onboarding:notice.why_unknown'));
}

const personOf = ({ contactName }: Params, t: Text) => contactName || t('conversations:nameless');

function personWhy({ reason }: Params, t: Text): string {
  const known = wordIn(NEEDS_PERSON_REASONS, reason);
  return known ? t(`conversations:reason.${known}`) : '';
}
