import { expect, test } from 'vitest';
import { cutsOf, isSilent, measureVoices, utterances, voicedShare, type Voices } from './voice-rules.ts';

/** Voices of a side that speaks between these seconds. */
function voices(seconds: number, ...spoken: [number, number][]): Voices {
  const bits = new Uint8Array(Math.ceil((seconds * 50) / 8));
  for (const [from, to] of spoken)
    for (let frame = Math.round(from * 50); frame < Math.round(to * 50); frame += 1)
      bits[frame >> 3] = (bits[frame >> 3] ?? 0) | (1 << (frame & 7));
  return bits;
}

test('the share of voices of any interval is that of its frames', () => {
  const side = voices(10, [2, 4]);
  expect(voicedShare(side, 2, 4)).toBe(1);
  expect(voicedShare(side, 3, 5)).toBe(0.5);
  expect(voicedShare(side, 5, 9)).toBe(0);
  expect(voicedShare(side, 30, 40)).toBe(0);
});

test('a breath does not end what somebody says, a pause does', () => {
  expect(utterances(voices(10, [1, 2], [2.2, 3], [4, 5]))).toEqual([
    { from: 50, to: 150 },
    { from: 200, to: 250 },
  ]);
});

test('a call is measured', () => {
  const employee = voices(20, [1, 4], [8, 10], [15, 16]);
  const client = voices(20, [4.4, 7], [9, 9.8], [15.5, 16]);
  expect(measureVoices([employee, client], 20)).toEqual({
    shares: [0.3, 0.195],
    longestSilence: 5,
    deadAir: 5,
    interruptions: 1,
    beforeFirstWord: [1, 4.4],
  });
});

test('of one side there are no interruptions, and who says nothing has no first word', () => {
  expect(measureVoices([voices(4)], 4)).toEqual({
    shares: [0],
    longestSilence: 0,
    deadAir: 0,
    interruptions: null,
    beforeFirstWord: [null],
  });
});

test('both sides that speak for 600 ms do not interrupt each other; for longer they do', () => {
  const count = (until: number) => measureVoices([voices(5, [1, 3]), voices(5, [1, until])], 5).interruptions;
  expect(count(1.6)).toBe(0);
  expect(count(1.64)).toBe(1);
});

test('a recording with a click is silent, one with a word is not', () => {
  expect(isSilent([voices(60, [3, 3.2]), voices(60)])).toBe(true);
  expect(isSilent([voices(60), voices(60, [3, 3.6])])).toBe(false);
});

test('a long recording is cut amid silence, and within a word where there is none', () => {
  const quiet = voices(100, [0, 27], [28, 55], [55.5, 100]);
  const cuts = cutsOf([quiet], 100, 30);
  expect(cuts[0]).toBeCloseTo(27.5, 1);
  expect(cuts[1]).toBeCloseTo(55.25, 1);
  expect(cuts.at(-1)).toBe(100);
  expect(cuts.every((cut, at) => cut - (cuts[at - 1] ?? 0) <= 30)).toBe(true);
  expect(cutsOf([voices(20)], 20, 30)).toEqual([20]);
});
