/** Pieces in which a reader process answers: a byte for the kind, four for the length, then the content. */
const FRAME_KINDS = ['items', 'bytes', 'end', 'refusal', 'failure'] as const;
type FrameKind = (typeof FRAME_KINDS)[number];
export type Frame = { kind: FrameKind; content: Buffer };

const HEAD_BYTES = 5;

/** The bytes that a process wrote are no frame, or a larger one than allowed. */
export class WrongFrame extends Error {
  override name = 'WrongFrame';
}

export function frameOf(kind: FrameKind, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(FRAME_KINDS.indexOf(kind));
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

/**
 * Reads frames as their bytes come; it asks for no more bytes before a frame was taken.
 *
 * @throws WrongFrame
 */
export async function* readFrames(bytes: AsyncIterable<Buffer>, mostFrameBytes: number): AsyncGenerator<Frame> {
  let chunks: Buffer[] = [];
  let [length, wanted] = [0, HEAD_BYTES];
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= wanted) {
      const whole = Buffer.concat(chunks);
      const { kind, end } = headOf(whole, mostFrameBytes);
      const isWhole = length >= end;
      if (isWhole) yield { kind, content: whole.subarray(HEAD_BYTES, end) };
      const rest = isWhole ? whole.subarray(end) : whole;
      [chunks, length, wanted] = [[rest], rest.length, isWhole ? HEAD_BYTES : end];
    }
  }
}

/** The kind of the frame that the bytes begin, and where it ends. */
function headOf(bytes: Buffer, mostFrameBytes: number): { kind: FrameKind; end: number } {
  const kind = FRAME_KINDS[bytes.readUInt8()];
  const length = bytes.readUInt32BE(1);
  if (kind === undefined || length > mostFrameBytes) throw new WrongFrame('The process wrote no frame');
  return { kind, end: HEAD_BYTES + length };
}
