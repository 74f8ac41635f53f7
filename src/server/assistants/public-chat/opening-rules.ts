import type { AssistantSettings } from '#contract/assistants/settings.ts';
import type { AssistantStatus } from '#contract/assistants/calls.ts';
import type { PublicChat } from '#contract/assistants/public-chat.ts';
import type { ModelChoice } from '#contract/models/values.ts';

/** The facts that decide whether visitors can write. */
export type Opening = {
  isOn: boolean;
  status: AssistantStatus;
  published: { settings: AssistantSettings } | null;
  models: readonly ModelChoice[];
  hasBalance: boolean;
  hasChannel: boolean;
};

/** Why visitors cannot write; null: they can. */
export function closedReasonOf({
  isOn,
  status,
  published,
  models,
  hasBalance,
  hasChannel,
}: Opening): PublicChat['closedReason'] {
  if (!isOn) return 'off';
  if (!published) return 'not_published';
  if (status !== 'on') return 'assistant_off';
  if (!hasChannel) return 'channel';
  if (!models.includes(published.settings.model)) return 'no_model';
  return hasBalance ? null : 'balance';
}

/** Digits with the signs that phones are written with. */
const PHONE_LIKE = /\+?\d[\d\s()./-]{7,20}\d/g;

/** Parts of a text that may be phones, the last first: a correction stands after what it corrects. */
export function phonesIn(text: string): string[] {
  return (text.match(PHONE_LIKE) ?? []).toReversed();
}

/** The number by which people call a visitor: from 1000 to 9999, the same for the same id. */
export function visitorNumber(id: string): number {
  return 1_000 + (Number.parseInt(id.replaceAll('-', '').slice(-6), 16) % 9_000);
}
