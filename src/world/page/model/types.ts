export type ModelCondition = { faults: { id: number; kind: string; match: string | null; left: number | null }[] };

type Message = { role: string; text: string; calls: Call[] };
type Call = { id: string; name: string; arguments: string };

/** A request to the model and its answer. */
export type ModelExchange = {
  id: number;
  at: string;
  kind: string;
  model: string;
  mode: string;
  fault: string | null;
  status: number;
  request: { messages?: Message[]; tools?: { name: string }[] } & Record<string, unknown>;
  answer: { text: string | null; calls: Call[]; finish: string; refusal: string | null } | null;
  usage: { promptTokens: number; completionTokens: number } | null;
  error: string | null;
};
