import type { Finding } from '#contract/admin/diagnostics.ts';
import type { FindingCode } from '#contract/admin/diagnostics-values.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { troubleWords } from '#web/connections/trouble-words.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';

/** Codes whose sentence is made of the texts that the cabinet itself shows. */
type Composed = 'connection_trouble' | 'channel_trouble' | 'today_rule';

export type Words = { text: string; todo: string | null; quote: string | null };

/** The sentence of a line, what is to be done, and the other side's words. */
export function wordsOf(finding: Finding, zone: string, { t, format }: { t: Text; format: Format }): Words {
  const { code, text: quote } = finding;
  const values = valuesOf(finding, zone, { t, format });
  if (code === 'connection_trouble' || code === 'channel_trouble' || code === 'today_rule')
    return { ...composed({ ...finding, code }, values, t), quote };
  return { text: t(`admin:finding.${code}`, values), todo: hasTodo(code) ? t(`admin:todo.${code}`) : null, quote };
}

type Values = ReturnType<typeof valuesOf>;

function valuesOf(finding: Finding, zone: string, { t, format }: { t: Text; format: Format }) {
  const { name, at, count, names, rights, rule, channelKind, channelState, connectionKind } = finding;
  const listed = rights.length > 0 ? rights.map((right) => t(`connections:right.${right}`)) : names;
  return {
    name: name ?? '',
    when: at ? format.dateTime(at, zone) : t('admin:diagnosis.never'),
    amount: format.number(count ?? 0),
    list: listed.join(', '),
    reason: rule ? t(`rules:${rule}.name`) : t('admin:diagnosis.no_reason'),
    channel: channelKind ? CHANNEL_APPEARANCES[channelKind].name : '',
    state: channelState ? t(`channels:state.${channelState}`) : '',
    system: connectionKind ? t(`app:menu.${connectionKind}`) : '',
  };
}

function composed(finding: Finding & { code: Composed }, values: Values, t: Text): Pick<Words, 'text' | 'todo'> {
  const { code, rule, lostAs, connectionKind, connectionTrouble, channelTrouble } = finding;
  if (code === 'today_rule') {
    const became = t(`admin:lost.${lostAs ?? 'skipped'}`);
    return { text: t('admin:finding.today_rule', { ...values, became }), todo: rule && t(`rules:${rule}.why`) };
  }
  if (code === 'connection_trouble' && connectionKind && connectionTrouble) {
    const { title, todo } = troubleWords(t, connectionKind, connectionTrouble);
    return { text: `${values.name} (${values.system}). ${title}`, todo };
  }
  if (code === 'channel_trouble' && channelTrouble) {
    const title = t(`channels:trouble.${channelTrouble}.title`);
    const text = t('admin:finding.channel_trouble', { ...values, trouble: title });
    return { text, todo: t(`channels:trouble.${channelTrouble}.todo`) };
  }
  return { text: t('admin:finding.connection_trouble', values), todo: null };
}

/** Lines with something to be done that no other text says. */
const WITH_TODO = [
  'money_expired',
  'quota_low',
  'quota_empty',
  'connection_none',
  'branch_off',
  'branch_first',
  'branch_late',
  'branch_quiet',
  'branch_rights',
  'branch_licence',
  'branch_error',
  'channel_none',
  'channel_off',
  'channel_unanswered',
  'channel_rests',
  'templates_barred',
  'today_none',
  'job_failing',
  'job_late',
  'flows_none',
  'flows_test',
  'flows_paused',
  'flows_unavailable',
  'flow_error',
  'flow_unheard',
  'flow_skips_all',
  'sign_in_none',
] as const satisfies readonly FindingCode[];

function hasTodo(code: FindingCode): code is (typeof WITH_TODO)[number] {
  return WITH_TODO.some((one) => one === code);
}

/** The page of the cabinet on which its owner puts a line right; null: there is none. */
export function ownerPath({ section, code, id, connectionKind, channelKind }: Finding): string | null {
  if (section === 'connections') return connectionKind ? pageOf(connectionKind) : '/';
  if (section === 'channels') {
    if (code === 'templates_barred') return '/accounts/templates';
    return channelKind ? CHANNEL_APPEARANCES[channelKind].path : '/';
  }
  if (section === 'flows') return id ? `/flows/edit/${id}` : '/flows';
  return section === 'money' ? '/payments' : null;
}

/** Whether the operator puts it right on the page of the user: messages and the paid period. */
export const isOperators = ({ section }: Finding): boolean => section === 'money';
