import { z } from 'zod';
import { TemplateMedia } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { pathOf, type SenderWire } from './wire.ts';

/** The reply of a preview of unsaved settings: up to 10 contacts, the worst case first. */
export const previewReply = <Preview extends z.ZodType, Facts extends z.ZodRawShape>(preview: Preview, facts: Facts) =>
  z.object({
    previews: z.array(preview),
    ...facts,
    /** Whether one of the sender's channels allows free text only for a while after the contact wrote. */
    hasWindow: z.boolean(),
    /** Variables of the texts that have no value there: misspelt ones, and those of something that the sender is not about. */
    unknownVariables: z.array(z.string()),
    /** Media that a chosen template requires and the message lacks; null: none. */
    templateLacks: TemplateMedia.nullable(),
  });

/** Takes unsaved settings, so that the editor sends its current input. */
export const testSendCall = <const Wire extends SenderWire, Body extends z.ZodType>(
  wire: Wire,
  { summary, body, refusals }: { summary: string; body: Body; refusals: readonly ProblemCode[] },
) =>
  endpoint({
    method: 'POST',
    path: pathOf(wire, '/test-send'),
    access: 'member',
    summary,
    takesIdempotencyKey: true,
    ratePerMinute: 30,
    body,
    reply: z.object({ messageIds: z.array(z.uuid()) }),
    problems: [
      `${wire.problem}.test_phone_missing`,
      'channel.not_found',
      'channel.cannot_reach',
      'message_quota.exhausted',
      ...refusals,
    ],
  });
