/** Formats of sound, recognised by content. */
export type SoundFormat = 'wav' | 'aiff' | 'mp3' | 'flac' | 'ogg' | 'aac' | 'mp4' | 'webm' | 'wma' | 'amr';

/** Bytes at the beginning of a file by which its format is known, and whether it is protected. */
export const HEAD_BYTES = 262_144;

const latin = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** @returns null: it is no sound that is known */
export function formatOfSound(head: Uint8Array): SoundFormat | null {
  const mark = latin(head, 0, 4);
  const kind = latin(head, 8, 12);
  if ((mark === 'RIFF' || mark === 'RF64') && kind === 'WAVE') return 'wav';
  if (mark === 'FORM' && (kind === 'AIFF' || kind === 'AIFC')) return 'aiff';
  if (mark === 'fLaC') return 'flac';
  if (mark === 'OggS') return 'ogg';
  if (latin(head, 4, 8) === 'ftyp') return 'mp4';
  if (latin(head, 0, 5) === '#!AMR') return 'amr';
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return 'webm';
  if (startsWith(head, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])) return 'wma';
  return formatOfFrames(head);
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);

/** The tag that may precede an MP3 has a head of ten bytes, and its length in four times seven bits. */
const TAG_HEAD_BYTES = 10;

/** MP3 and AAC have no head: their frames begin with eleven or twelve set bits. */
function formatOfFrames(head: Uint8Array): SoundFormat | null {
  if (latin(head, 0, 3) === 'ID3') {
    const at = TAG_HEAD_BYTES + [6, 7, 8, 9].reduce((length, index) => length * 128 + ((head[index] ?? 0) & 0x7f), 0);
    return formatOfFrames(head.subarray(at)) ?? 'mp3'; // NOTE: a tag with a picture is longer than the head
  }
  const [first = 0, second = 0] = head;
  if (first !== 0xff) return null;
  if ((second & 0xf6) === 0xf0) return 'aac';
  const layer = (second >> 1) & 3;
  const version = (second >> 3) & 3;
  return (second & 0xe0) === 0xe0 && layer !== 0 && version !== 1 ? 'mp3' : null;
}

/** Marks of protected sound: the object of encryption in WMA, and the kinds of encrypted tracks in MP4. */
const CONTENT_ENCRYPTION = Buffer.from('fbb3112223bdd211b4b700a0c955fc6e', 'hex');
const ENCRYPTED_TRACKS = [Buffer.from('drms'), Buffer.from('enca')];

/** Whether the sound can be played by its buyer alone. */
export function isProtected(head: Uint8Array, format: SoundFormat): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (format === 'wma') return bytes.includes(CONTENT_ENCRYPTION);
  return format === 'mp4' && ENCRYPTED_TRACKS.some((mark) => bytes.includes(mark));
}
