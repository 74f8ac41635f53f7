import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { HandoffNotice, HumanHandoff } from '#contract/assistants/settings.ts';

export const HANDOFF_TOOL = 'hand_over';
const LONGEST_SUMMARY = 1_000;

/** A handoff that the model asked for. `notice` null: by no reason of the owner. */
export type RequestedHandoff = { notice: HandoffNotice | null; summary: string };

/** The tool by which the model hands a talk over; it only notes that, and the product does it. */
export function handoffTool({ notices }: HumanHandoff, note: (requested: RequestedHandoff) => void): ToolSet {
  const reasons = notices.map(({ when }, at) => `${at + 1}. ${when}`);
  return {
    [HANDOFF_TOOL]: tool({
      description: [
        'Hands the talk over to a person of the business and ends your part of it. The client is informed by the product.',
        reasons.length > 0 ? 'Reasons to call it:' : 'Call it when the client asks for a person or you cannot help.',
        ...reasons,
      ].join('\n'),
      inputSchema: z.object({
        reason: z.string().describe('The number of the reason, or your words where none fits'),
        summary: z.string().describe("The client's wish and what was said about it, for the person, 1-3 sentences"),
      }),
      execute: async ({ reason, summary }) => {
        note({ notice: noticeOf(notices, reason), summary: summary.trim().slice(0, LONGEST_SUMMARY) });
        return { ok: true };
      },
    }),
  };
}

/** The owner's reason by its number, else the one that shares most words with the model's; the only one always holds. */
export function noticeOf(notices: readonly HandoffNotice[], reason: string): HandoffNotice | null {
  const number = Number(/^\s*(\d+)/u.exec(reason)?.[1]);
  const numbered = notices[number - 1];
  if (numbered) return numbered;
  const words = wordsOf(reason);
  const scored = notices.map((notice) => ({
    notice,
    score: [...wordsOf(notice.when)].filter((word) => words.has(word)).length,
  }));
  const best = scored.toSorted((one, other) => other.score - one.score)[0];
  return best && (best.score > 0 || notices.length === 1) ? best.notice : null;
}

/** Words by their first letters, so that endings do not matter. */
const wordsOf = (text: string) =>
  new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5)));
