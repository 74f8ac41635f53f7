/** A piece of decoded sound: channels of equal length, samples from -1 to 1. */
export type Decoded = { rate: number; channels: Float32Array[] };

/** Findings of a decoder beside the sound. */
export type Decoding = {
  /** The file ends before its sound does. */
  isIncomplete: boolean;
};
