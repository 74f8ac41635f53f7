import type { z } from 'zod';
import type { Finding } from '#contract/admin/diagnostics.ts';
import type { FindingCode, FindingSection, FindingTone } from '#contract/admin/diagnostics-values.ts';

export type NewFinding = z.input<typeof Finding>;

type Details = Partial<Omit<NewFinding, 'section' | 'code' | 'tone'>>;

/** Makes a line; details that its sentence does not need are empty. */
export function findingOf(
  section: FindingSection,
  code: FindingCode,
  tone: FindingTone,
  details: Details = {},
): NewFinding {
  return { ...EMPTY, ...details, section, code, tone };
}

const EMPTY = {
  name: null,
  id: null,
  count: null,
  at: null,
  rule: null,
  lostAs: null,
  names: [],
  rights: [],
  connectionKind: null,
  connectionTrouble: null,
  channelKind: null,
  channelState: null,
  channelTrouble: null,
  text: null,
};
