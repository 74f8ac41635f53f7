/** A refusal in the platform's envelope. */
export class PlatformError extends Error {
  override name = 'PlatformError';
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
    return platformRefusal(this.status, this.message, this.errors);
  }
}

export const platformRefusal = (_status: number, message: string, errors?: Record<string, string[]>) => ({
  success: false,
  data: null,
  meta: { message, ...(errors && { errors }) },
});

export const LICENCE_TEXT = 'Необходимо продлить лицензию филиала';
