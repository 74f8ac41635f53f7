/** A refusal in Sigma's words: it has no codes. */
export class SigmaError extends Error {
  override name = 'SigmaError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const sigmaRefusal = (_status: number, message: string) => ({ error: 'error', message });
