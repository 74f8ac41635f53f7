import type { ChannelId, ChannelTemplate, TemplateMedia } from '#contract/channels.ts';
import type { FlowKind, FlowTemplate } from '#contract/flows.ts';
import type { OutgoingFile } from '#server/channels/port.ts';

/** A provider's template as last read, of a channel for which flows have templates. */
export type KnownTemplate = Pick<ChannelTemplate, 'name' | 'language' | 'body' | 'media' | 'buttons' | 'status'> & {
  channelId: ChannelId;
};

/**
 * A flow's template that cannot be sent now: its status at the provider, and the media it needs and the flow has
 * not.
 */
export type BarredTemplate = Pick<FlowTemplate, 'channelId' | 'name' | 'language'> & {
  status: string;
  lacks: TemplateMedia | null;
};

/** A flow's picture or document, as templates need it. */
export type Attachment = Pick<OutgoingFile, 'mime'> | null;

const APPROVED = 'approved';
const GONE = { status: 'deleted', media: null };

/**
 * Returns those of a flow's templates that the provider would refuse now. A channel whose templates were never read
 * has none.
 */
export function barredTemplates(
  chosen: readonly FlowTemplate[],
  known: readonly KnownTemplate[],
  attachment: Attachment,
): BarredTemplate[] {
  const read = new Set(known.map(({ channelId }) => channelId));
  return chosen.flatMap(({ channelId, name, language }) => {
    if (!read.has(channelId)) return [];
    const { status, media } = known.find((one) => isSame(one, { channelId, name, language })) ?? GONE;
    const lacks = media !== null && !fitsAbove(media, attachment) ? media : null;
    return status === APPROVED && lacks === null ? [] : [{ channelId, name, language, status, lacks }];
  });
}

/** A WhatsApp template header takes either a picture or a PDF, never one in place of the other: docs/rules/texts.md. */
function fitsAbove(media: TemplateMedia, attachment: Attachment): boolean {
  if (attachment === null) return false;
  return media === 'image' ? attachment.mime.startsWith('image/') : attachment.mime === 'application/pdf';
}

export function usableTemplates(chosen: readonly FlowTemplate[], barred: readonly BarredTemplate[]): FlowTemplate[] {
  return chosen.filter((template) => !barred.some((one) => isSame(one, template)));
}

type Key = Pick<FlowTemplate, 'channelId' | 'name' | 'language'>;

function isSame(one: Key, other: Key): boolean {
  return one.channelId === other.channelId && one.name === other.name && one.language === other.language;
}

/** Words in a template's name that show its kind. */
const WORDS_OF_KIND: Readonly<Record<FlowKind, RegExp>> = {
  visit_created: /creat|confirm|book|new_(?:visit|record|appointment)/,
  visit_changed: /moved|chang|resched|transfer/,
  visit_cancelled: /cancel/,
  visit_reminder: /remind/,
  review_request: /review|feedback|rate|rating/,
  first_visit: /first|welcome/,
  no_show_retry: /no_?show|missed/,
  repeat_visit: /repeat|again/,
  lost_client: /lost|return|miss_you|comeback/,
  cross_selling: /cross|offer|also/,
  threshold: /bonus|loyal|thank/,
  birthday: /birth/,
  order_status: /order|deliver|courier/,
  abandoned_cart: /cart/,
  daily_report: /daily|day_report/,
  weekly_report: /week/,
  api_event: /event/,
};

/** The usual parameters of a template about a visit, in this order. */
const USUAL_PARAMETERS = ['{clientName}', '{recordDate}, {recordTime}', '{serviceTitle}', '{businessName}'];

/**
 * Proposes templates for a new flow: for each channel the approved template whose name alone fits the flow's kind, in
 * each of its languages, if it needs no picture, because a new flow has none. The owner sees it in the editor before
 * any message is sent.
 */
export function proposedTemplates(
  kind: FlowKind,
  channelId: ChannelId,
  known: readonly Pick<ChannelTemplate, 'name' | 'language' | 'status' | 'media' | 'isFillable' | 'parameterCount'>[],
): FlowTemplate[] {
  const fitting = known.filter(
    ({ name, status, media, isFillable, parameterCount }) =>
      status === APPROVED &&
      isFillable &&
      media === null &&
      parameterCount <= USUAL_PARAMETERS.length &&
      WORDS_OF_KIND[kind].test(name.toLowerCase()),
  );
  if (new Set(fitting.map(({ name }) => name)).size !== 1) return [];
  return fitting.map(({ name, language, parameterCount }) => {
    return { channelId, name, language, parameters: USUAL_PARAMETERS.slice(0, parameterCount) };
  });
}
