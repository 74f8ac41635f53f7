import { answerTitle } from '#server/texts/content/answer-rules.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { ChannelId, ChannelTemplate } from '#contract/channels/calls.ts';
import type { TextContent, TextTemplate } from '#contract/texts/calls.ts';
import { proposedTemplates } from '#server/texts/content/template-rules.ts';
import { type FlowOptionsOf, optionsOf } from '#contract/flows/options.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { Language } from '#contract/primitives.ts';
import { defaultText } from './text-rules.ts';

/** The settings of a new flow of a kind, with texts in every language. Languages without texts of their own use the cabinet's. */
export function defaultSettings<Kind extends FlowKind>(
  kind: Kind,
  language: Language,
  delayMinutes?: number,
): Omit<FlowSettings, 'options'> & { options: FlowOptionsOf<Kind> } {
  const { delay, window, usualWeekday, usualConditions } = flowKind(kind);
  return {
    conditions: {
      match: 'all',
      groups: usualConditions.length > 0 ? [{ match: 'all', conditions: [...usualConditions] }] : [],
    },
    timing: {
      delayMinutes: delayMinutes ?? delay.usual,
      window,
      weekdays: usualWeekday === null ? [] : [usualWeekday],
      firstSend: false,
      intervalMinutes: 0,
      endsOn: null,
    },
    options: optionsOf(kind),
    content: defaultContent(kind, language),
    channelIds: [],
    passOnMinutes: null,
  };
}

function defaultContent(kind: FlowKind, language: Language): TextContent {
  const others = Language.options
    .filter((other) => other !== language)
    .map((other) => [other, defaultText(kind, other)]);
  const [title, declineTitle] = [answerTitle('confirm', language), answerTitle('decline', language)];
  return {
    texts: { default: defaultText(kind, language), ...Object.fromEntries(others) },
    buttons: flowKind(kind).requestsAnswer ? [{ type: 'answer', title, action: 'visit', declineTitle }] : [],
    imageId: null,
    templates: [],
    shortensLinks: false,
  };
}

/** A channel that allows free text only within a window, with its templates. */
export type WindowedChannel = { id: ChannelId; templates: ChannelTemplate[] };

/** The templates of a new flow of a kind. */
export function templatesOf(kind: FlowKind, channels: readonly WindowedChannel[]): TextTemplate[] {
  return channels.flatMap(({ id, templates }) => proposedTemplates(flowKind(kind).template, id, templates));
}
