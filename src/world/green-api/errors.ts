/** A refusal in the gateway's words. */
export class GreenApiError extends Error {
  override name = 'GreenApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** NOTE: the path holds the session's token. */
  toBody(path: string): unknown {
    return { statusCode: this.status, timestamp: new Date(0).toISOString(), path, message: this.message };
  }
}

/** The body of an answer to a fault that is no refusal of its own. */
export const greenApiRefusal = (status: number, message: string) => ({ statusCode: status, message });
