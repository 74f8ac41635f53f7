import { useSyncExternalStore } from 'react';

export const VOICE_SPEEDS = [1, 1.5, 2] as const;
export type VoiceSpeed = (typeof VOICE_SPEEDS)[number];

/** A voice message that can be played. */
export type VoiceTrack = { id: string; url: string };

export type VoiceState = {
  trackId: string | null;
  isPlaying: boolean;
  /** Seconds. */
  position: number;
  /** Seconds; 0 while it is not known. */
  duration: number;
  speed: VoiceSpeed;
  /** The browser cannot play the file. */
  failedId: string | null;
};

const SPEED_KEY = 'voice-speed';

let state: VoiceState = {
  trackId: null,
  isPlaying: false,
  position: 0,
  duration: 0,
  speed: VOICE_SPEEDS.find((speed) => String(speed) === localStorage.getItem(SPEED_KEY)) ?? 1,
  failedId: null,
};
let audio: HTMLAudioElement | null = null;
/** Tracks to play after the current one, in order. */
let queue: readonly VoiceTrack[] = [];
const listeners = new Set<() => void>();

/** Plays a voice message, or pauses it; it goes on when another thread is opened, and the next one follows. */
export function toggleVoice(track: VoiceTrack, following: readonly VoiceTrack[]): void {
  if (state.trackId === track.id && audio) {
    if (state.isPlaying) audio.pause();
    else void audio.play().catch(fail);
    return;
  }
  queue = following;
  play(track);
}

export function seekVoice(seconds: number): void {
  if (audio) audio.currentTime = seconds;
}

export function setVoiceSpeed(speed: VoiceSpeed): void {
  localStorage.setItem(SPEED_KEY, String(speed));
  if (audio) audio.playbackRate = speed;
  become({ speed });
}

export const useVoice = (): VoiceState => useSyncExternalStore(subscribe, () => state);

function play({ id, url }: VoiceTrack): void {
  audio ??= createAudio();
  audio.src = url;
  audio.playbackRate = state.speed;
  become({ trackId: id, position: 0, duration: 0, failedId: null });
  void audio.play().catch(fail);
}

function createAudio(): HTMLAudioElement {
  const element = new Audio();
  element.preload = 'metadata';
  element.addEventListener('play', () => become({ isPlaying: true }));
  element.addEventListener('pause', () => become({ isPlaying: false }));
  element.addEventListener('timeupdate', () => become({ position: element.currentTime }));
  element.addEventListener('durationchange', () => {
    if (Number.isFinite(element.duration)) become({ duration: element.duration });
  });
  element.addEventListener('error', () => fail());
  element.addEventListener('ended', () => {
    const [next, ...rest] = queue;
    queue = rest;
    if (next) play(next);
    else become({ isPlaying: false, trackId: null, position: 0 });
  });
  return element;
}

function fail(error?: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return; // NOTE: another track was started
  become({ isPlaying: false, failedId: state.trackId, trackId: null });
}

function become(change: Partial<VoiceState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
