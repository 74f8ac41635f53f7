import { AssistantId } from '#contract/assistants/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { VisitorId } from '#server/assistants/storage/visitor-queries.ts';
import { type Signer, signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';

/** A public chat: its tenant and its assistant. */
export type ChatRef = { tenantId: TenantId; assistantId: AssistantId };

/** The last part of `/ai-chat/{botId}`: it cannot be guessed, and names its tenant. */
export function botToken(ctx: Signer, { tenantId, assistantId }: ChatRef): string {
  return signIds(ctx, 'public-chat', [tenantId, assistantId]);
}

/** @returns null unless we made it */
export function readBotToken(ctx: Signer, token: string): ChatRef | null {
  const ids = verifyIds(ctx, 'public-chat', token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), assistantId: AssistantId.parse(ids[1]) };
}

/** The token by which a chat is a visitor's own. It is of no use for the chat of another assistant. */
export function visitorToken(ctx: Signer, { tenantId, assistantId }: ChatRef, visitorId: VisitorId): string {
  return signIds(ctx, 'chat-visitor', [tenantId, assistantId, visitorId]);
}

/** @returns null unless we made it for this chat */
export function readVisitorToken(ctx: Signer, chat: ChatRef, token: string): VisitorId | null {
  const ids = verifyIds(ctx, 'chat-visitor', token, 3);
  return ids && ids[0] === chat.tenantId && ids[1] === chat.assistantId ? VisitorId.parse(ids[2]) : null;
}
