import type { MailingChangeOutcome } from '#contract/mailings/bulk.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import { refusalOf } from '#server/platform/calls/many-changes.ts';

/** Runs a change of one mailing and turns a refusal into its outcome. Any other error is rethrown and ends the whole change. */
export async function outcomeOf(
  mailingId: MailingId,
  title: string,
  act: () => Promise<void>,
): Promise<MailingChangeOutcome> {
  const problem = await refusalOf(act);
  return { mailingId, title, isDone: problem === null, problem };
}
