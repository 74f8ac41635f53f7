import type { Answer, ChatRequest, Usage } from './protocol/types.ts';

/**
 * A request to the model and what came of it, for tests to assert on and for people to read.
 *
 * @property mode who answered: a fixture, the rules, or a fault of the connection
 * @property status of the HTTP answer
 */
export type Exchange = {
  id: number;
  /** ISO 8601. */
  at: string;
  kind: 'chat' | 'embeddings' | 'transcription';
  model: string;
  mode: string;
  fault: string | null;
  status: number;
  request: Partial<ChatRequest> & Record<string, unknown>;
  answer: Answer | null;
  usage: Usage | null;
  error: string | null;
};

export type Exchanges = {
  add(exchange: Omit<Exchange, 'id'>): Exchange;
  list(limit?: number): Exchange[];
  clear(): void;
};

const MAX_STORED = 1000;

/** In memory alone: a restart forgets them. */
export function createExchanges(): Exchanges {
  let exchanges: Exchange[] = [];
  let lastId = 0;
  return {
    add: (exchange) => {
      const stored = { id: ++lastId, ...exchange };
      exchanges.push(stored);
      if (exchanges.length > MAX_STORED * 1.2) exchanges = exchanges.slice(-MAX_STORED);
      return stored;
    },
    list: (limit = MAX_STORED) => exchanges.slice(-limit),
    clear: () => {
      exchanges = [];
    },
  };
}
