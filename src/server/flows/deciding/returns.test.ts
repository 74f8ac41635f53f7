import { expect, test } from 'vitest';
import { COLOUR, CUT, DAY, held, longRunning, past, customerWith } from '#server/testing/rows/decided-visits.ts';
import { anId, conditioned, decideOne, NOW } from '#server/testing/rows/decisions.ts';

test('days since a visit are counted to the moment of the message, planned though it is before', () => {
  const { settings } = conditioned('repeat_visit', { field: 'days_since_visit', from: 45, to: 60 });
  const flow = longRunning('repeat_visit', 45 * DAY, { settings });
  const facts = (hours: number) => ({ subject: held(hours), ...customerWith([past(-hours, 'arrived')]) });
  expect(decideOne(facts(44 * DAY), flow)).toMatchObject({ outcome: 'planned', at: NOW.add({ hours: DAY }) });
  const later = longRunning('repeat_visit', 61 * DAY, { settings });
  expect(decideOne(facts(60 * DAY), later)).toMatchObject({ rule: 'days_since_visit_differs', compared: { is: 61 } });
});

test('a contact who missed two visits is invited again after the last one', () => {
  const flow = longRunning('no_show_retry', 30 * DAY);
  const both = customerWith([past(-30 * DAY, 'no_show'), past(-20 * DAY, 'no_show')]);
  expect(decideOne({ subject: held(30 * DAY, 'no_show'), ...both }, flow)).toMatchObject({ rule: 'missed_again' });
  expect(decideOne({ subject: held(20 * DAY, 'no_show'), ...both }, flow)).toMatchObject({ outcome: 'planned' });
  const elsewhere = customerWith([past(-20 * DAY, 'no_show', { serviceIds: [COLOUR] })]);
  const { settings } = conditioned('no_show_retry', { field: 'service', isNot: false, values: [CUT] });
  const ofService = longRunning('no_show_retry', 30 * DAY, { settings });
  expect(decideOne({ subject: held(30 * DAY, 'no_show'), ...elsewhere }, ofService)).toMatchObject({
    outcome: 'planned',
  });
});

test('a contact who missed a visit is invited again, unless a visit was booked since', () => {
  const flow = longRunning('no_show_retry', 30 * DAY);
  const subject = held(30 * DAY, 'no_show');
  expect(decideOne({ subject, ...customerWith([past(-30 * DAY, 'no_show')]) }, flow)).toMatchObject({
    outcome: 'planned',
  });
  expect(decideOne({ subject: held(30 * DAY), ...customerWith([]) }, flow)).toMatchObject({ rule: 'status_differs' });
  const booked = customerWith([past(-30 * DAY, 'no_show'), past(48, 'confirmed')]);
  expect(decideOne({ subject, ...booked }, flow)).toMatchObject({ rule: 'visit_ahead' });
});

test('a contact whose moment passed before the flow started gets nothing, unless the owner chose to include them', () => {
  const started = { lastStartedAt: NOW.subtract({ hours: 1 }) };
  const facts = { subject: held(60 * DAY), ...customerWith([past(-60 * DAY, 'arrived')]) };
  expect(decideOne(facts, longRunning('repeat_visit', 45 * DAY, started))).toMatchObject({ rule: 'too_late' });
  const eager = longRunning('repeat_visit', 45 * DAY, { ...started, timing: { firstSend: true } });
  expect(decideOne(facts, eager)).toMatchObject({ outcome: 'planned', at: NOW });
});

test('a message missed by days is not sent later', () => {
  const facts = { subject: held(60 * DAY), ...customerWith([past(-60 * DAY, 'arrived')]) };
  expect(decideOne(facts, longRunning('repeat_visit', 45 * DAY))).toMatchObject({ rule: 'too_late' });
});

test('a repeat visit is asked for after its days', () => {
  const flow = longRunning('repeat_visit', 45 * DAY);
  const subject = held(45 * DAY - 5);
  expect(decideOne({ subject, ...customerWith([past(-45 * DAY, 'arrived')]) }, flow)).toMatchObject({
    outcome: 'planned',
    at: NOW.add({ hours: 5 }),
    useBy: NOW.add({ hours: 77 }),
  });
});

test('a contact with a visit ahead is not invited again', () => {
  const flow = longRunning('repeat_visit', 45 * DAY);
  const history = customerWith([past(-45 * DAY, 'arrived'), past(24, 'waiting')]);
  expect(decideOne({ subject: held(45 * DAY), ...history }, flow)).toMatchObject({ rule: 'visit_ahead' });
});

test('a contact who came since is not invited again; in a flow about one service only that service counts', () => {
  const history = customerWith([past(-45 * DAY, 'arrived'), past(-10 * DAY, 'arrived', { serviceIds: [COLOUR] })]);
  const facts = { subject: held(45 * DAY), ...history };
  expect(decideOne(facts, longRunning('lost_client', 45 * DAY))).toMatchObject({ rule: 'came_again' });
  const { settings } = conditioned('repeat_visit', { field: 'service', isNot: false, values: [CUT] });
  const ofService = longRunning('repeat_visit', 45 * DAY, { settings });
  expect(decideOne(facts, ofService)).toMatchObject({ outcome: 'planned' });
});

test('a contact with two masters at one time is invited back once', () => {
  const flow = longRunning('repeat_visit', 45 * DAY);
  const subject = held(45 * DAY);
  const beside = (id: string) => ({ subject, ...customerWith([past(-45 * DAY, 'arrived', { id })]) });
  expect(decideOne(beside(anId(1_579)), flow)).toMatchObject({ outcome: 'planned' });
  expect(decideOne(beside(anId(1_581)), flow)).toMatchObject({ rule: 'came_again' });
});
