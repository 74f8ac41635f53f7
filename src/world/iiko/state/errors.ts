/** A refusal in iiko's shape; `code` is what stands in `error`. */
export class IikoError extends Error {
  override name = 'IikoError';
  readonly status: number;
  readonly code: string | null;

  constructor(status: number, message: string, code: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const NOWHERE = '00000000-0000-4000-8000-000000000000';

export const iikoRefusal = (message: string, code: string | null = null, correlationId = NOWHERE) => ({
  correlationId,
  errorDescription: message,
  error: code,
});
