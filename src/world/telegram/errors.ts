/** A refusal in the Bot API's words; the HTTP status equals the code. */
export class BotError extends Error {
  override name = 'BotError';
  readonly code: number;
  readonly parameters?: Record<string, unknown>;

  constructor(code: number, description: string, parameters?: Record<string, unknown>) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }

  toBody(): unknown {
    return { ...telegramRefusal(this.code, this.message), ...(this.parameters && { parameters: this.parameters }) };
  }
}

export const telegramRefusal = (code: number, description: string) => ({ ok: false, error_code: code, description });

export const badRequest = (what: string) => new BotError(400, `Bad Request: ${what}`);
