/** A refusal in the words of the API: `{error: {message, type, param, code}}`. */
export class ModelError extends Error {
  override name = 'ModelError';
  readonly status: number;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, details: ModelErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = details.type ?? 'invalid_request_error';
    this.param = details.param ?? null;
    this.code = details.code ?? null;
    this.headers = details.headers ?? {};
  }
}

export type ModelErrorDetails = {
  type?: string;
  param?: string | null;
  code?: string | null;
  headers?: Record<string, string>;
};

export const toErrorBody = ({ message, type, param, code }: ModelError) => ({ error: { message, type, param, code } });

export const modelRefusal = (status: number, message: string) =>
  toErrorBody(new ModelError(status, message, { type: status >= 500 ? 'server_error' : 'invalid_request_error' }));
