const RATE = 8_000;
const SECONDS = 4;
const HEADER_BYTES = 44;

/** A recording that sounds like a hum of changing pitch: a WAV of 8 kHz, 8 bits, one channel. No two are equal. */
export function voiceNote(): { mime: string; base64: string } {
  const length = RATE * SECONDS;
  const file = new DataView(new ArrayBuffer(HEADER_BYTES + length));
  const write = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) file.setUint8(at + index, text.charCodeAt(index));
  };
  write(0, 'RIFF');
  file.setUint32(4, HEADER_BYTES - 8 + length, true);
  write(8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true); // PCM
  file.setUint16(22, 1, true); // channels
  file.setUint32(24, RATE, true);
  file.setUint32(28, RATE, true); // bytes per second
  file.setUint16(32, 1, true); // bytes per sample
  file.setUint16(34, 8, true); // bits per sample
  write(36, 'data');
  file.setUint32(40, length, true);
  const pitch = 110 + Math.random() * 90;
  for (let index = 0; index < length; index += 1) {
    const second = index / RATE;
    const loudness = Math.abs(Math.sin(second * Math.PI * 2.5));
    const tone = Math.sin(second * 2 * Math.PI * (pitch + 20 * Math.sin(second * 5)));
    file.setUint8(HEADER_BYTES + index, 128 + Math.round(60 * loudness * tone));
  }
  let text = '';
  for (let index = 0; index < file.byteLength; index += 1) text += String.fromCharCode(file.getUint8(index));
  return { mime: 'audio/wav', base64: btoa(text) };
}
