import { answerTitle } from '#server/texts/answer-rules.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowContent, FlowKind, FlowSettings } from '#contract/flows.ts';
import { Language } from '#contract/primitives.ts';
import { defaultText } from './texts.ts';

/** The weekly report is sent on the first day of the week. */
const MONDAY = 1;

/** The settings of a new flow of a kind, with texts in every language. Languages without texts of their own use the cabinet's. */
export function defaultSettings(kind: FlowKind, language: Language, delayMinutes?: number): FlowSettings {
  const { delay, window, usualConditions } = FLOW_CATALOGUE[kind];
  return {
    conditions: {
      match: 'all',
      groups: usualConditions.length > 0 ? [{ match: 'all', conditions: [...usualConditions] }] : [],
    },
    timing: {
      delayMinutes: delayMinutes ?? delay.usual,
      window,
      weekdays: kind === 'weekly_report' ? [MONDAY] : [],
      firstSend: false,
      intervalMinutes: 0,
      endsOn: null,
    },
    options: {
      offerServiceIds: [],
      threshold: { visits: -1, spent: -1 },
      lateDays: 3,
      controlPercent: 0,
      reportPhones: [],
      reviewUrl: null,
    },
    content: defaultContent(kind, language),
    channelIds: [],
  };
}

function defaultContent(kind: FlowKind, language: Language): FlowContent {
  const others = Language.options
    .filter((other) => other !== language)
    .map((other) => [other, defaultText(kind, other)]);
  const [title, declineTitle] = [answerTitle('confirm', language), answerTitle('decline', language)];
  return {
    texts: { default: defaultText(kind, language), ...Object.fromEntries(others) },
    buttons: FLOW_CATALOGUE[kind].asksVisit ? [{ type: 'answer', title, action: 'visit', declineTitle }] : [],
    imageId: null,
    templates: [],
  };
}
