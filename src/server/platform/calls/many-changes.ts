import type { MemberContext, MemberScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';

/**
 * Applies a change in one transaction.
 * @param isTrial the transaction is rolled back: the reply says what the change would do
 */
export async function changeOrTry<Reply>(
  ctx: MemberContext,
  isTrial: boolean,
  change: (scope: MemberScope) => Promise<Reply>,
): Promise<Reply> {
  let tried: { reply: Reply } | null = null;
  const end = new Error('The end of a trial');
  try {
    return await withTenant(ctx, ctx.tenantId, async (scope) => {
      const reply = await change(scope);
      if (!isTrial) return reply;
      tried = { reply };
      throw end;
    });
  } catch (error) {
    const ended = tried as { reply: Reply } | null; // NOTE: assigned in the callback, which the compiler does not follow
    if (error === end && ended) return ended.reply;
    throw error;
  }
}

/** The refusal of one of many changes: its code and details equal those of the call for one. */
export type ChangeRefusal = { code: string; details: Record<string, unknown> };

/** Runs one of many changes and returns its refusal. Any other error is rethrown and ends them all. */
export async function refusalOf(act: () => Promise<void>): Promise<ChangeRefusal | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code, details: error.details ?? {} };
  }
}
