declare module '@echogarden/fvad-wasm' {
  /** The functions of libfvad, and the memory they work on. */
  type Detector = {
    HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _fvad_new(): number;
    _fvad_set_mode(detector: number, mode: number): number;
    _fvad_set_sample_rate(detector: number, rate: number): number;
    /** 1: a voice; 0: none; -1: a frame of a wrong length. */
    _fvad_process(detector: number, samples: number, count: number): number;
  };
  export default function load(): Promise<Detector>;
}
