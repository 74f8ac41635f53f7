import type { CallMeasures } from '#contract/quality/recordings.ts';
import type { VoiceMeasures } from '#server/platform/sound/voice-rules.ts';

/** Numbers of a call for the people in it. */
export function callMeasures(
  { shares, longestSilence, interruptions, beforeFirstWord }: VoiceMeasures,
  employeeChannel: 'left' | 'right',
): CallMeasures {
  const hasTwoSides = shares.length === 2;
  const employee = hasTwoSides && employeeChannel === 'right' ? 1 : 0;
  return {
    employeeShare: shares[employee] ?? 0,
    clientShare: hasTwoSides ? (shares[1 - employee] ?? 0) : null,
    longestSilence,
    interruptions,
    beforeFirstWord: beforeFirstWord[employee] ?? 0,
  };
}
