import { conceptsOf, isService } from '../../lexicon/concepts.ts';
import { fold } from '../../lexicon/words.ts';
import { isRefused, readVisit, readVisits, type ServiceItem, type VisitItem } from '../reading/results.ts';
import type { Talk } from '../reading/talk.ts';
import type { Understanding } from '../understanding/understand.ts';
import { readWhen } from '../understanding/when.ts';
import { visitText, detailsText } from '../wording/lists.ts';
import { phrase } from '../wording/phrases.ts';
import { afterRefusal } from './booking.ts';
import { findTool, needDeed, needResult, wasCalled } from './needs.ts';
import type { State } from './state.ts';
import { findFreeTimes, offerTimes } from './times.ts';

/** "When am I booked?" */
export function listVisits(talk: Talk): string[] {
  const visits = ownVisits(talk);
  if (visits.length === 0) return [phrase(talk, 'no_visits')];
  return [phrase(talk, 'visits_header'), ...visits.map((visit) => `• ${visitText(talk, visit)}`)];
}

export function answerCancelling(talk: Talk, state: State, message: Understanding): string[] {
  const visit = chooseVisit(talk, state, message);
  if (Array.isArray(visit)) return visit;
  if (message.isNo && state.question.has('confirm_cancel')) return [phrase(talk, 'kept')];
  if (!message.isYes || !state.question.has('confirm_cancel'))
    return [phrase(talk, 'confirm_cancel', { details: visitText(talk, visit) })];
  const result = needDeed(talk, 'cancel_visit', { visit_id: visit.id });
  if (!result || isRefused(result)) return afterRefusal(talk, visit.service, result ?? {});
  return [
    phrase(talk, 'cancelled', { details: visitText(talk, { ...visit, ...filled(readVisit(result)), price: null }) }),
  ];
}

export function answerMoving(talk: Talk, state: State, message: Understanding): string[] {
  const visit = chooseVisit(talk, state, message);
  if (Array.isArray(visit)) return visit;
  if (message.isNo && state.question.has('confirm_move') && !state.isTimeNew) return [phrase(talk, 'ask_change')];
  const service: ServiceItem = { id: visit.serviceId ?? '', title: visit.service, price: visit.price, minutes: null };
  const master = visit.master && !state.isAnyMaster ? { id: '', name: visit.master, specialization: null } : null;
  const free = findFreeTimes(talk, state, service, master);
  if (free.refusal) return afterRefusal(talk, visit.service, free.refusal);
  if (!free.slot) return offerTimes(talk, visit.service, free);
  const { slot } = free;
  if (!message.isYes || !state.question.has('confirm_move') || state.isTimeNew)
    return [phrase(talk, 'confirm_move', { details: detailsText(talk, { ...slot, service: visit.service }) })];
  const result = needDeed(talk, 'move_visit', { visit_id: visit.id, when: `${slot.day} ${slot.time}` });
  if (!result || isRefused(result)) return afterRefusal(talk, visit.service, result ?? {});
  return [
    phrase(talk, 'moved', {
      details: visitText(talk, {
        ...visit,
        day: slot.day,
        time: slot.time,
        master: slot.master ?? visit.master,
        ...filled(readVisit(result)),
        price: null,
      }),
    }),
  ];
}

/** The visit that is meant, or the answer that finds it out. */
function chooseVisit(talk: Talk, state: State, message: Understanding): VisitItem | string[] {
  const visits = ownVisits(talk);
  const [only] = visits;
  if (!only) return [phrase(talk, 'no_visits')];
  if (visits.length === 1) return only;
  if (state.question.has('choose_visit') && message.ordinal !== null) return visits.at(message.ordinal) ?? only;
  const isProposed = ['confirm_cancel', 'confirm_move', 'choose_time'].some((key) => state.question.has(key));
  const named = visits.filter((visit) => isNamed(visit, isProposed ? state.lastReply : state.serviceWords));
  if (named.length === 1 && named[0]) return named[0];
  const narrowed = named.length > 0 ? named : visits;
  const byTime = narrowed.filter((visit) => isAt(visit, isProposed ? state.lastReply : sourceOf(message.text), talk));
  if (byTime.length === 1 && byTime[0]) return byTime[0];
  const options = narrowed.map((visit) => visitText(talk, { ...visit, master: null, price: null })).join('; ');
  return [phrase(talk, 'choose_visit', { options })];
}

/** The part before the first "to": of "move it from Friday to Saturday" the Friday. */
const sourceOf = (text: string) => text.split(/\s(?:to|para|pra)\s|\sс?\s?на\s(?=\S*$)/iu)[0] ?? text;

function isNamed({ service }: VisitItem, text: string): boolean {
  if (fold(text).includes(fold(service))) return true;
  const wanted = conceptsOf(text, { withTypos: true }).filter(isService);
  return conceptsOf(service).some((concept) => wanted.includes(concept));
}

function isAt({ day, time }: VisitItem, text: string, talk: Talk): boolean {
  const when = readWhen(text, talk.now);
  return (
    (when.day !== null || when.time !== null) &&
    (when.day === null || when.day === day) &&
    (when.time === null || when.time === time)
  );
}

/** From the tool; without it, from the lines of the prompt that have a day and a time. */
function ownVisits(talk: Talk): VisitItem[] {
  if (findTool(talk, 'my_visits') || wasCalled(talk, 'my_visits')) {
    const visits = readVisits(needResult(talk, 'my_visits', {}) ?? {});
    return visits.filter(({ status }) => !/cancel|отмен|скас|deleted/iu.test(status ?? ''));
  }
  return talk.clientVisits.flatMap(({ label, value }) => {
    const text = label ? `${label}: ${value}` : value;
    const { day, time } = readWhen(text, talk.now);
    if (day === null || time === null) return [];
    const id = /\[?(?:visit_id|id)[:= ]*([\w-]+)/iu.exec(text)?.[1] ?? '';
    return [{ id, day, time, service: serviceOf(text), serviceId: null, master: null, price: null, status: null }];
  });
}

/** A line without its numbers. */
const serviceOf = (text: string) =>
  text
    .replaceAll(/\[[^\]]*\]|\(?\b(?:visit_)?id[:= ]*[\w-]+\)?|\d{4}-\d\d-\d\d|\d{1,2}:\d\d/giu, '')
    .replaceAll(/\s*[,;—–-]\s*(?=[,;—–-]|$)|^\s*[,;—–-]\s*/gu, '')
    .trim();

const filled = (visit: VisitItem | null): Partial<VisitItem> =>
  Object.fromEntries(Object.entries(visit ?? {}).filter(([, value]) => value !== null && value !== ''));
