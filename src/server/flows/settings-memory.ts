import { type FlowId, FlowSettings } from '#contract/flows.ts';

/** A few kilobytes each. */
const REMEMBERED = 5_000;

const remembered = new Map<FlowId, { text: string; settings: FlowSettings }>();

/**
 * Settings as they are stored, read. They are asked for by every event and change seldom, so what was read last of a
 * flow is kept for as long as its text is the same; nobody may change it, and it cannot be stale.
 */
export function readSettings(id: FlowId, text: string): FlowSettings {
  const known = remembered.get(id);
  if (known?.text === text) return known.settings;
  const settings = frozen(FlowSettings.parse(JSON.parse(text)));
  remembered.delete(id);
  remembered.set(id, { text, settings });
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size > REMEMBERED) remembered.delete(oldest);
  return settings;
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
