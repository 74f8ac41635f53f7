import type { Claim, Responder, Turn } from '#server/conversations/answering/port.ts';
import { CHATBOT, isChoice } from '#server/conversations/answering/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { answerToOffer } from './answer-rules.ts';
import { acceptOffer, declineOffer, offerReply } from './answering-actions.ts';

/** Takes or declines an offered time for the contact, in the transaction of the reply. */
export const offerResponder: Responder = {
  kind: 'waitlist',
  worksInSilence: true,
  claim: claimAnswer,
};

async function claimAnswer(scope: ActionScope, turn: Turn): Promise<Claim> {
  const { contactId, language, messages, questions, isSilent } = turn;
  const answer = answerToOffer(messages, questions);
  if (!answer) return { kind: 'not_mine' };
  if (isSilent && !isChoice(messages)) return { kind: 'person', reason: 'new_message' };
  const change = answer.isAccepted ? acceptOffer : declineOffer;
  const known = await change(scope, { offerId: answer.offerId, contactId });
  if (!known) return { kind: 'person', reason: 'not_understood' };
  return { kind: 'reply', sender: CHATBOT, contents: [await offerReply(scope, known, language)] };
}
