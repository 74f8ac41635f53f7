import { isStopWord } from '../../lexicon/stems.ts';
import { fold } from '../../lexicon/words.ts';
import { type MasterItem, type ServiceItem, readMasters } from '../reading/results.ts';
import type { Talk } from '../reading/talk.ts';
import { matchMasters } from '../understanding/matching.ts';
import { readWhen } from '../understanding/when.ts';
import { needResult } from './needs.ts';
import type { State } from './state.ts';

/** Words after these may be a specialist's name. */
const MENTION =
  /(?:^|\s)(?:ко?|у|мастер\p{L}*|with|to|by|com|com a|com o|pela|pelo|до|в|майстр\p{L}*)\s+(\p{L}{3,})/giu;

/** The specialist a talk names; null when it names none, or any will do. */
export function chooseMaster(talk: Talk, state: State, service: ServiceItem): MasterItem | 'unknown' | null {
  if (state.isAnyMaster) return null;
  const words = mentionsIn(talk, state.masterWords);
  if (words.length === 0) return null;
  const result = needResult(talk, 'list_masters', { service: service.id || service.title });
  const masters = result ? readMasters(result) : [];
  const found = matchMasters(masters, words.join(' ')).at(-1);
  if (found) return found;
  const isName = words.some((word) => /^\p{Lu}/u.test(word)) && masters.length > 0;
  return isName ? 'unknown' : null;
}

function mentionsIn(talk: Talk, text: string): string[] {
  const named = [...text.matchAll(MENTION)].map(([, word = '']) => word).filter((word) => !isOrdinary(talk, word));
  const replies = talk.lines
    .filter(({ role }) => role === 'assistant')
    .map((line) => line.text)
    .join(' ');
  const names = (replies.match(/\p{Lu}\p{Ll}{2,}\s+\p{Lu}\p{Ll}+/gu) ?? []).map((name): MasterItem => ({
    id: '',
    name,
    specialization: null,
  }));
  const repeated = (text.match(/\p{L}{3,}/gu) ?? []).filter(
    (word) => !isOrdinary(talk, word) && matchMasters(names, word).length > 0,
  );
  return [...new Set([...named, ...repeated])];
}

/** Words that name a time or nothing in particular. */
function isOrdinary(talk: Talk, word: string): boolean {
  const { day, part, time } = readWhen(word, talk.now);
  const isOwnName = talk.client.some(({ value }) => fold(value).split(' ').includes(fold(word)));
  return (
    isStopWord(fold(word)) || isOwnName || day !== null || part !== null || time !== null || COMMON.test(fold(word))
  );
}

const COMMON =
  /^(?:вам|нему|ней|любо|сожал|мастер|вечер|утр|обед|сегодн|завтр|запис|салон|вас|нас|меня|книг|book|make|come|have|get|the|you|salon|see|move|change|voces|gel|quem|para|вас|нас|мене|майстр|салон|терапевт|кардиолог|невролог|гинеколог|педиатр|стоматолог|врач|доктор|лікар|субот|недел|пятниц|сред|четверг|вторник|понедельник|неділ|обіду|вечора)/u;
