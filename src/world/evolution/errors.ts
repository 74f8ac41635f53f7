/** A refusal in the gateway's words. */
export class EvolutionError extends Error {
  override name = 'EvolutionError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  toBody(): unknown {
    return evolutionRefusal(this.status, this.message);
  }
}

const NAMES: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' };

export const evolutionRefusal = (status: number, message: string) => ({
  status,
  error: NAMES[status] ?? 'Bad Request',
  response: { message: [message] },
});
