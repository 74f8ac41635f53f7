import { isRefused, readTimes, readVisit, reasonOf, type ServiceItem, type TimeItem } from '../reading/results.ts';
import type { Talk } from '../reading/talk.ts';
import type { Understanding } from '../understanding/understand.ts';
import { detailsText, serviceLines, serviceOptions } from '../wording/lists.ts';
import { phrase } from '../wording/phrases.ts';
import { handOver } from './handing-over.ts';
import { chooseMaster } from './master-choice.ts';
import { findTool, isClinic, needDeed, wasCalled } from './needs.ts';
import { chooseService } from './service-choice.ts';
import type { State } from './state.ts';
import { findFreeTimes, offerTimes } from './times.ts';

/** The next step of a booking: the service, then the time, then the name, then a check, then the booking itself. */
export function answerBooking(talk: Talk, state: State, message: Understanding): string[] {
  const { all, found } = chooseService(talk, state, message);
  if (all === null && !findTool(talk, 'find_times') && !findTool(talk, 'book')) return [phrase(talk, 'unknown_alone')];
  if (all && found.length === 0) return requestService(talk, all, message);
  if (found.length > 1) return [phrase(talk, 'choose_service', { options: serviceOptions(found) })];
  const service: ServiceItem = found[0] ?? { id: '', title: state.serviceWords, price: null, minutes: null };

  if (message.isNo && state.question.has('confirm_book') && !state.isTimeNew) return [phrase(talk, 'ask_change')];
  const master = chooseMaster(talk, state, service);
  const free = findFreeTimes(talk, state, service, master === 'unknown' ? null : master);
  if (free.refusal) return afterRefusal(talk, service.title, free.refusal);
  const unknown = master === 'unknown' ? [phrase(talk, 'master_unknown')] : [];
  const own = free.isTaken ? ownVisit(talk, state) : [];
  if (!free.slot)
    return [
      ...unknown,
      ...own,
      ...offerTimes(talk, service.title, { ...free, isTaken: free.isTaken && own.length === 0 }),
    ];
  if (!findTool(talk, 'book') && !wasCalled(talk, 'book')) return [phrase(talk, 'unknown_alone')];

  const name = isClinic(talk) ? (state.name ?? clientName(talk)) : (clientName(talk) ?? state.name);
  if (!name) return [phrase(talk, isClinic(talk) ? 'ask_full_name' : 'ask_name')];
  if (message.isNo && state.question.has('ask_consent')) return [phrase(talk, 'kept')];
  const isAgreed = message.isYes && state.question.has('confirm_book') && !state.isTimeNew;
  const isCompleted = state.proposal !== null && state.isCompleted;
  if (isAgreed || isCompleted) return book(talk, { service, slot: free.slot, name, state });
  return [
    ...unknown,
    phrase(talk, 'confirm_book', {
      details: detailsText(talk, { ...free.slot, service: service.title, price: free.slot.price ?? service.price }),
    }),
  ];
}

function requestService(talk: Talk, all: readonly ServiceItem[], { concepts }: Understanding): string[] {
  const isNamed = concepts.length > 1;
  return [
    ...(isNamed && talk.lines.length > 0 ? [phrase(talk, 'service_unknown')] : []),
    ...(all.length > 0 ? [phrase(talk, 'services_header'), ...serviceLines(talk, all)] : []),
    phrase(talk, 'ask_service'),
  ];
}

type Order = { service: ServiceItem; slot: TimeItem; name: string; state: State };

function book(talk: Talk, { service, slot, name, state }: Order): string[] {
  const result = needDeed(talk, 'book', {
    service: service.id || service.title,
    master: slot.masterId ?? slot.master,
    when: `${slot.day} ${slot.time}`,
    name,
    phone: state.phone,
    first_name: name.split(' ')[0],
    last_name: name.split(' ').slice(1).join(' ') || null,
    birthday: state.birthday,
    agreed: state.hasConsented,
  });
  if (!result) return [phrase(talk, 'failed')];
  return isRefused(result)
    ? afterRefusal(talk, service.title, result)
    : [phrase(talk, 'booked', { details: bookedText(talk, service, slot, result) })];
}

function bookedText(talk: Talk, service: ServiceItem, slot: TimeItem, result: Record<string, unknown>): string {
  const visit = readVisit(result);
  return detailsText(talk, {
    service: visit?.service || service.title,
    day: visit?.day || slot.day,
    time: visit?.time || slot.time,
    master: visit?.master ?? slot.master,
    price: visit?.price ?? slot.price ?? service.price,
  });
}

/** The answer to a refused booking or move. */
export function afterRefusal(talk: Talk, title: string, result: Record<string, unknown>): string[] {
  const times = readTimes(result);
  switch (reasonOf(result)) {
    case 'needs_phone':
      return [phrase(talk, 'ask_phone')];
    case 'wrong_phone':
      return [phrase(talk, 'phone_wrong')];
    case 'needs_name':
      return [phrase(talk, isClinic(talk) ? 'ask_full_name' : 'ask_name')];
    case 'needs_birthday':
      return [phrase(talk, 'ask_birthday')];
    case 'needs_consent':
      return [phrase(talk, 'ask_consent', { consent: String(result['consent'] ?? '') })];
    case 'needs_speciality':
    case 'needs_service':
      return [phrase(talk, 'ask_service')];
    case 'taken':
    case 'not_offered':
    case 'needs_time':
      return [phrase(talk, 'taken'), ...offerTimes(talk, title, { times, slot: null, isTaken: false })];
    default:
      return [phrase(talk, 'failed'), ...handOver(talk, 'reason_unknown')];
  }
}

export const clientName = (talk: Talk): string | null =>
  talk.client.find(
    ({ label, value }) =>
      /^(?:first )?name|^имя|^nome|^ім/iu.test(label) &&
      /\p{L}/u.test(value) &&
      !/^(?:unknown|none|null|no|not known|неизвест|нет)\b/iu.test(value),
  )?.value ?? null;

/** The client's own visit at the wanted time, so that it is not said to be another's. */
function ownVisit(talk: Talk, { day, times }: State): string[] {
  if (day === null) return [];
  const lines = talk.clientVisits.map(({ label, value }) => (label ? `${label}: ${value}` : value));
  const line = lines.find((text) => text.includes(day) && times.some((time) => text.includes(time)));
  return line ? [phrase(talk, 'own_visit', { details: line })] : [];
}
