/** A refusal in Chatwoot's words; `body` replaces the usual `{error}`. */
export class ChatwootError extends Error {
  override name = 'ChatwootError';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, error: string, body: unknown = { error }) {
    super(error);
    this.status = status;
    this.body = body;
  }
}

export const chatwootRefusal = (_status: number, error: string) => ({ error });

export const notFound = () => new ChatwootError(404, 'Resource could not be found');
export const notAllowed = () => new ChatwootError(401, 'You are not authorized to do this action');
