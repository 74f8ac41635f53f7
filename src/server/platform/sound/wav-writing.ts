/** Samples per second of decoded speech. */
export const SPEECH_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;
export const WAV_HEAD_BYTES = 44;

/** The head of a WAV file of 16-bit speech; a length that is not known yet is the largest. */
export function wavHead(channels: number, dataBytes = 0xff_ff_ff_ff - WAV_HEAD_BYTES): Uint8Array {
  const head = Buffer.alloc(WAV_HEAD_BYTES);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(dataBytes + WAV_HEAD_BYTES - 8, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(SPEECH_RATE, 24);
  head.writeUInt32LE(SPEECH_RATE * channels * BYTES_PER_SAMPLE, 28);
  head.writeUInt16LE(channels * BYTES_PER_SAMPLE, 32);
  head.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataBytes, 40);
  return head;
}

/** A WAV file of channels of equal length. */
export function wavOf(channels: readonly Int16Array[]): Uint8Array {
  const length = channels[0]?.length ?? 0;
  const data = Buffer.alloc(length * channels.length * BYTES_PER_SAMPLE);
  let at = 0;
  for (let sample = 0; sample < length; sample += 1)
    for (const channel of channels) at = data.writeInt16LE(channel[sample] ?? 0, at);
  return Buffer.concat([wavHead(channels.length, data.length), data]);
}
