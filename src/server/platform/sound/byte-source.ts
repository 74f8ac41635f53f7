/** Reads a stream of bytes in pieces of wanted lengths. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** @returns fewer bytes where the stream ends */
  async take(length: number): Promise<Buffer> {
    const parts = [this.#rest];
    let have = this.#rest.length;
    while (have < length) {
      const { value, done } = await this.#chunks.next();
      if (done) break;
      parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      have += value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }

  /** @returns what is there already, or the next piece; empty at the end */
  async next(): Promise<Buffer> {
    if (this.#rest.length === 0) return this.take(1).then((first) => Buffer.concat([first, this.#drain()]));
    return this.#drain();
  }

  /** Puts bytes back in front. */
  putBack(bytes: Buffer): void {
    this.#rest = Buffer.concat([bytes, this.#rest]);
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const piece = await this.take(Math.min(left, 65_536));
      if (piece.length === 0) return;
      left -= piece.length;
    }
  }

  async *rest(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = await this.next();
      if (piece.length === 0) return;
      yield piece;
    }
  }

  #drain(): Buffer {
    const all = this.#rest;
    this.#rest = Buffer.alloc(0);
    return all;
  }
}
