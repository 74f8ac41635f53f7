import { expect, test } from 'vitest';
import { createRandom } from '#server/app/demo/past/random.ts';
import { makeCall } from '#server/platform/sound/call-sound.ts';
import { measureVoices, voicedShare } from '#server/platform/sound/voice-rules.ts';
import { bytesOfCall, secondsOfCall, timedCall, voicesOf } from './call-sounds.ts';
import { DIALOGUES, makeDialogue, QUESTIONS, speakersOf } from './dialogues.ts';

const random = createRandom('calls');
const texts = DIALOGUES.en;
const speakers = speakersOf(texts);
const dialogue = (nth: number) => {
  const speaker = speakers[nth];
  if (!speaker) throw new Error('nobody speaks');
  return makeDialogue(texts, { speaker, client: 'Anna', random });
};

test('a call is as long as its file, and its voices are where its lines are', () => {
  const lines = timedCall(dialogue(0).lines);
  const spoken = lines.map(({ side, from, text }) => ({
    channel: side === 'client' ? (1 as const) : (0 as const),
    at: from,
    text,
  }));
  expect(makeCall(spoken)).toHaveLength(bytesOfCall(lines));
  const seconds = secondsOfCall(lines);
  const sides = [true, false].map((isOwn) =>
    voicesOf(
      lines.filter(({ side }) => (side !== 'client') === isOwn),
      seconds,
    ),
  );
  const [first] = lines;
  expect(voicedShare(sides[1]!, first!.from, first!.to)).toBeGreaterThan(0.9);
  const measures = measureVoices(sides, seconds);
  expect(measures.interruptions).toBe(0);
  expect(measures.longestSilence).toBeLessThan(1);
});

test('a dialogue has a truth about each question, and its lines are those that it says', () => {
  for (let nth = 0; nth < 40; nth++) {
    const { lines, truth } = dialogue(nth % speakers.length);
    expect(truth.map(({ question }) => question)).toEqual([...QUESTIONS]);
    for (const { verdict, line } of truth) if (verdict !== 'na') expect(lines[line]?.side).not.toBe('client');
    expect(lines.map(({ text }) => text).join(' ')).not.toMatch(/\{|undefined/u);
  }
});
