/** A refusal in YCLIENTS' envelope. */
export class YclientsError extends Error {
  override name = 'YclientsError';
  readonly status: number;
  readonly errors?: Record<string, string[]>;
  readonly retryAfterSeconds?: number;

  constructor(status: number, message: string, errors?: Record<string, string[]>, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  toBody(): unknown {
    return yclientsRefusal(this.status, this.message, this.errors);
  }
}

export const yclientsRefusal = (_status: number, message: string, errors?: Record<string, string[]>) => ({
  success: false,
  data: null,
  meta: { message, ...(errors && { errors }) },
});

export const LICENCE_TEXT = 'Необходимо продлить лицензию филиала';
