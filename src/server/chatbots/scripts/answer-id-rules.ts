import { ChatbotId } from '#contract/chatbots/calls.ts';
import type { ScriptKey } from '#contract/chatbots/scripts.ts';
import type { BranchId } from '#contract/connections/calls.ts';

/** The meaning of a tap on a button of a bot. */
export type ScriptAnswer = {
  botId: ChatbotId;
  /** The button; for a branch, the step whose question it answers. */
  key: ScriptKey;
  /** The end of the branch's id: Telegram allows 64 bytes for all. Null: no branch. */
  branchTail: string | null;
};

/** The payload of a button, e.g. `s:018f…:b1`. */
export function scriptAnswerId(botId: ChatbotId, key: ScriptKey, branchId?: BranchId): string {
  const parts = ['s', botId.replaceAll('-', ''), key];
  return [...parts, ...(branchId ? [branchTail(branchId)] : [])].join(':');
}

export const branchTail = (branchId: BranchId) => branchId.slice(-12);

/** @returns null for a payload that is no button of such a bot */
export function readScriptAnswer(buttonId: string): ScriptAnswer | null {
  const parts = /^s:([0-9a-f]{32}):([a-z0-9]{1,12})(?::([0-9a-f]{12}))?$/.exec(buttonId);
  const [, hex = '', key = '', tail = null] = parts ?? [];
  const botId = ChatbotId.safeParse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  return parts && botId.success ? { botId: botId.data, key, branchTail: tail } : null;
}
