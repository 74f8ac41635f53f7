/** A refusal in the gateway's words. */
export class GatewayError extends Error {
  override name = 'GatewayError';
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const gatewayRefusal = (status: number, message: string) => ({ statusCode: status, message });
