import { MENDABLE_RULES } from '#contract/flows/reach-values.ts';
import type { FLOWS_NOTICES } from '#contract/flows/codes.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { FLOW_ERRORS } from '#contract/flows/values.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { countIn, idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';
import type { NoticeTarget } from '#web/lib/pages/room.ts';
import { flowErrorText } from './attention/error-words.ts';

type Params = Readonly<Record<string, unknown>>;

export const flowsNotices: WordsOf<(typeof FLOWS_NOTICES)[number]> = {
  flow_error: (params, { t }) => ({
    text: errorText(params, t),
    target: toFlow(params, t) ?? targetAt(t('notices:action.mend'), '/flows', { status: 'error' }),
  }),
  flows_unavailable: (params, { t }) => ({
    text: t('notices:flows_unavailable', { count: countOf(params), titles: titlesText(params, t) }),
    target: targetAt(t('notices:action.open'), '/flows', { status: 'unavailable' }),
  }),
  flow_unheard: (params, { t }) => ({
    text: unheardText(params, t),
    target: toFlow(params, t) ?? targetAt(t('notices:action.mend'), '/flows'),
  }),
};

function errorText(params: Params, t: Text): string {
  const title = titleIn(params);
  const code = wordIn(FLOW_ERRORS, params['code']);
  const reason = textIn(params['reason']);
  const why = code ? flowErrorText(code, reason ?? null, t) : reason;
  if (code && why !== undefined && titlesIn(params).length > 0)
    return t('notices:flows_error_why', { count: countOf(params), titles: titlesText(params, t), why });
  return why ? t('notices:flow_error_why', { title, why }) : t('notices:flow_error', { title });
}

function unheardText(params: Params, t: Text): string {
  const why = t(`attention:attention.cause.${wordIn(MENDABLE_RULES, params['rule']) ?? 'template_missing'}`);
  return titlesIn(params).length > 0
    ? t('notices:flows_unheard', { count: countOf(params), titles: titlesText(params, t), why })
    : t('notices:flow_unheard', { title: titleIn(params), why });
}

/** Null: the notice is about several flows. */
function toFlow({ flowId }: Params, t: Text): NoticeTarget | null {
  const id = idIn<FlowId>(flowId);
  return id ? { label: t('notices:action.mend'), page: '/flows', to: `/flows/edit/${id}` } : null;
}

/** Flows by name, as far as the notice names them. */
function titlesText(params: Params, t: Text): string {
  const titles = titlesIn(params);
  const named = titles.map((title) => t('notices:flow_named', { title })).join(', ');
  const more = countOf(params) - titles.length;
  return more > 0 ? t('notices:flows_more', { named, count: more }) : named;
}

const titleIn = ({ title }: Params) => textIn(title) ?? '';

const titlesIn = ({ titles }: Params) => [titles].flat().flatMap((title) => textIn(title) ?? []);

const countOf = ({ count }: Params) => countIn(count) ?? 1;
