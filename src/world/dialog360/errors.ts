/** Meta's error titles by code. */
export const TITLES: Record<number, string> = {
  100: 'Invalid parameter',
  190: 'Access token has expired',
  130429: 'Rate limit hit',
  131000: 'Something went wrong',
  131008: 'Required parameter is missing',
  131009: 'Parameter value is not valid',
  131021: 'Recipient cannot be sender',
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  131049: 'This message was not delivered to maintain healthy ecosystem engagement',
  131050: 'User has stopped marketing messages from this business',
  131051: 'Unsupported message type',
  131053: 'Media upload error',
  131056: 'Pair rate limit hit',
  132000: 'Number of parameters does not match the expected number of params',
  132001: 'Template name does not exist in the translation',
  132005: 'Template hydrated text too long',
  132012: 'Parameter format does not match format in the created template',
  132018: 'There is an issue with the parameters in your template',
  132015: 'Template is paused',
  132016: 'Template is disabled',
};

/** A refusal in Meta's words; thrown while a request is read, answered by the route. */
export class MetaError extends Error {
  override name = 'MetaError';
  readonly code: number;
  readonly details: string;
  readonly status: number;

  constructor(code: number, details: string, status = 400) {
    super(`(#${code}) ${TITLES[code] ?? 'Error'}`);
    this.code = code;
    this.details = details;
    this.status = status;
  }

  toBody(traceId: string): unknown {
    return {
      error: {
        message: this.message,
        type: 'OAuthException',
        code: this.code,
        error_data: { messaging_product: 'whatsapp', details: this.details },
        error_subcode: 0,
        fbtrace_id: traceId,
      },
    };
  }
}

/** A refusal of 360dialog itself, before Meta is reached. */
export class D360Error extends Error {
  override name = 'D360Error';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  toBody(): unknown {
    return dialog360Refusal(this.status, this.message);
  }
}

export const dialog360Refusal = (status: number, message: string) => ({
  meta: { success: false, http_code: status, developer_message: message },
});

/** Graph's refusal that is not about a message: no such path, bad token. */
export const graphRefusal = (status: number, message: string) => ({
  error: { message, type: 'OAuthException', code: status === 401 ? 190 : 1, fbtrace_id: 'A0' },
});
