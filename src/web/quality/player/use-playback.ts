import { type RefObject, useEffect, useReducer, useRef } from 'react';

export type Playback = {
  audio: RefObject<HTMLAudioElement | null>;
  isPlaying: boolean;
  position: number;
  hasFailed: boolean;
  speed: number;
  toggle(): void;
  seek(second: number): void;
  setSpeed(speed: number): void;
  /** Loads the sound once more after a failure. */
  retry(): void;
};

type State = Pick<Playback, 'isPlaying' | 'position' | 'hasFailed' | 'speed'>;
const START: State = { isPlaying: false, position: 0, hasFailed: false, speed: 1 };

/** Plays one sound; the element `audio` is drawn by the caller. */
export function usePlayback(duration: number): Playback {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, change] = useReducer((before: State, part: Partial<State>) => ({ ...before, ...part }), START);

  useEffect(() => {
    const element = audio.current;
    if (!element) return undefined;
    const listen = new AbortController();
    const on = (name: string, work: () => void) => element.addEventListener(name, work, { signal: listen.signal });
    on('play', () => change({ isPlaying: true, hasFailed: false }));
    on('pause', () => change({ isPlaying: false }));
    on('timeupdate', () => change({ position: element.currentTime }));
    on('error', () => change({ isPlaying: false, hasFailed: true }));
    return () => listen.abort();
  }, []);

  const seek = (second: number) => {
    const place = Math.min(Math.max(0, second), duration);
    if (audio.current) audio.current.currentTime = place;
    change({ position: place });
  };
  const play = () => {
    audio.current?.play().catch(() => undefined); // NOTE: its error event is shown
  };
  return {
    audio,
    ...state,
    seek,
    toggle() {
      if (state.isPlaying) audio.current?.pause();
      else play();
    },
    setSpeed(speed) {
      if (audio.current) audio.current.playbackRate = speed;
      change({ speed });
    },
    retry() {
      change({ hasFailed: false });
      audio.current?.load();
    },
  };
}
