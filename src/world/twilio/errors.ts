/** A refusal in Twilio's words. */
export class TwilioError extends Error {
  override name = 'TwilioError';
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  toBody(): unknown {
    return bodyOf(this.status, this.code, this.message);
  }
}

const bodyOf = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});

const CODES: Readonly<Record<number, number>> = { 404: 20404, 429: 20429 };

/** The body of an answer to a fault that is no refusal of Twilio's own. */
export const twilioRefusal = (status: number, message: string) => bodyOf(status, CODES[status] ?? 20500, message);
