import loadDetector from '@echogarden/fvad-wasm';
import { SPEECH_RATE } from './wav-writing.ts';

/** The detector judges frames of 20 ms. */
const FRAME_SAMPLES = SPEECH_RATE / 50;
/** 0 takes most sounds for a voice, 3 the fewest. */
const STRICTNESS = 2;

const wasm = await loadDetector(); // NOTE: it is loaded while its process may still read files

/** Judges a channel at 16 kHz as its samples come: a bit for each 20 ms, set where there is a voice. */
export function createVoiceDetector(): { push(samples: Int16Array): void; voices(): Uint8Array } {
  const detector = wasm._fvad_new();
  wasm._fvad_set_mode(detector, STRICTNESS);
  wasm._fvad_set_sample_rate(detector, SPEECH_RATE);
  const pointer = wasm._malloc(FRAME_SAMPLES * 2);
  const frame = new Int16Array(FRAME_SAMPLES);
  let filled = 0;
  let frames = 0;
  let bits = new Uint8Array(1_024);
  const judge = () => {
    wasm.HEAP16.set(frame, pointer / 2);
    if (frames >= bits.length * 8) {
      const longer = new Uint8Array(bits.length * 2);
      longer.set(bits);
      bits = longer;
    }
    const at = frames >> 3;
    if (wasm._fvad_process(detector, pointer, FRAME_SAMPLES) === 1) bits[at] = (bits[at] ?? 0) | (1 << (frames & 7));
    frames += 1;
    filled = 0;
  };
  return {
    push(samples) {
      for (let at = 0; at < samples.length;) {
        const part = samples.subarray(at, at + FRAME_SAMPLES - filled);
        frame.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === FRAME_SAMPLES) judge();
      }
    },
    voices: () => bits.slice(0, Math.ceil(frames / 8)),
  };
}
