/** A refusal in the API's words. */
export class MaxError extends Error {
  override name = 'MaxError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const maxRefusal = (status: number, message: string) => ({ code: CODES[status] ?? 'proto.payload', message });

const CODES: Record<number, string> = {
  401: 'verify.token',
  404: 'not.found',
  429: 'too.many.requests',
  503: 'service.unavailable',
};
