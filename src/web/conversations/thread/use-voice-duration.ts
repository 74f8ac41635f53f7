import { useEffect, useState } from 'react';

/** Seconds of a recording, from the beginning of its file; null where the file does not contain them. */
export function useVoiceDuration(url: string): number | null {
  const [duration, setDuration] = useState<number | null>(null);
  useEffect(() => {
    const audio = new Audio();
    audio.preload = 'metadata';
    const note = () => setDuration(Number.isFinite(audio.duration) ? audio.duration : null);
    audio.addEventListener('durationchange', note);
    audio.src = url;
    return () => {
      audio.removeEventListener('durationchange', note);
      audio.removeAttribute('src');
      audio.load();
    };
  }, [url]);
  return duration;
}
