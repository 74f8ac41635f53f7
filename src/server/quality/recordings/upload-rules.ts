import { AUDIO_ENDINGS } from '#contract/quality/values.ts';

/** `mp3` of `Call 12.MP3`; null: no ending of sound. */
export function audioEnding(fileName: string): (typeof AUDIO_ENDINGS)[number] | null {
  const ending = fileName.toLowerCase().split('.').at(-1);
  return AUDIO_ENDINGS.find((one) => one === ending) ?? null;
}

/** Browsers play these as they are sent. */
const PLAYED_TYPES: Readonly<Partial<Record<(typeof AUDIO_ENDINGS)[number], string>>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  webm: 'audio/webm',
};

/** @returns null for a file that browsers do not play */
export function playedType(fileName: string): string | null {
  const ending = audioEnding(fileName);
  return (ending && PLAYED_TYPES[ending]) ?? null;
}

/** A WAV file that the libraries could not decode is compressed as browsers do not know either. */
export const isPlayed = (fileName: string, isByProgram: boolean): boolean =>
  playedType(fileName) !== null && !(isByProgram && audioEnding(fileName) === 'wav');
