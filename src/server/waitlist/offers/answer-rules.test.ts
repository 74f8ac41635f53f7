import { expect, test } from 'vitest';
import { VisitId } from '#contract/visits/calls.ts';
import { SlotOfferId } from '#contract/waitlist/calls.ts';
import type { Question } from '#server/conversations/answering/port.ts';
import type { AnsweringMessage } from '#server/conversations/answering/rules.ts';
import { visitAnswerId } from '#server/texts/content/answer-rules.ts';
import { slotAnswerId } from '#server/waitlist/slots/rules.ts';
import { anId } from '#server/testing/rows/decisions.ts';
import { answerToOffer } from './answer-rules.ts';

const offerId = SlotOfferId.parse(anId(20));
const offer: Question = {
  providerMessageId: 'offer',
  buttons: [
    { number: 1, id: slotAnswerId({ isAccepted: true, offerId }) },
    { number: 2, id: slotAnswerId({ isAccepted: false, offerId }) },
  ],
};
const reminder: Question = {
  providerMessageId: 'reminder',
  buttons: (['confirm', 'cancel'] as const).map((answer, n) => ({
    number: n + 1,
    id: visitAnswerId({ answer, visitId: VisitId.parse(anId(10)), timeVersion: 1, isTest: false }),
  })),
};
const typed = (text: string, quotedProviderId: string | null = null): AnsweringMessage => ({
  kind: 'text',
  text,
  buttonId: null,
  quotedProviderId,
});
const tapped = (buttonId: string): AnsweringMessage => ({ ...typed('Да'), kind: 'button', buttonId });

test('a tap, a number or a plain word answers the offer of a freed time, where it is the latest question', () => {
  const accepted = { isAccepted: true, offerId };
  const declined = { isAccepted: false, offerId };
  expect(answerToOffer([tapped(slotAnswerId(accepted))], [reminder, offer])).toEqual(accepted);
  expect(answerToOffer([typed('2')], [offer, reminder])).toEqual(declined);
  expect(answerToOffer([typed('да')], [offer, reminder])).toEqual(accepted);
  expect(answerToOffer([typed('нет')], [offer])).toEqual(declined);
  expect(answerToOffer([typed('да', 'offer')], [reminder, offer])).toEqual(accepted);
});

test('what answers another question or is not understood is no answer to an offer', () => {
  expect(answerToOffer([typed('да')], [reminder, offer])).toBeNull();
  expect(answerToOffer([typed('да')], [])).toBeNull();
  expect(answerToOffer([typed('3')], [offer])).toBeNull();
  expect(answerToOffer([typed('а во сколько?')], [offer])).toBeNull();
  expect(answerToOffer([tapped(reminder.buttons[0]?.id ?? '')], [offer])).toBeNull();
});
