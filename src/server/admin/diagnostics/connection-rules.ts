import type { z } from 'zod';
import type { Branch, Connection } from '#contract/connections/calls.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { findingOf, type NewFinding } from './finding-rules.ts';

type KnownConnection = z.input<typeof Connection>;
type KnownBranch = z.input<typeof Branch>;

/** Changes of a branch are late when so many polls were missed. */
const MISSED_POLLS = 2;

/** A connection with its troubles, then its branches that are switched on; those switched off are one line each. */
export function connectionFindings(connections: readonly KnownConnection[], now: Temporal.Instant): NewFinding[] {
  if (connections.length === 0) return [findingOf('connections', 'connection_none', 'attention')];
  return connections.flatMap((connection) => [
    lineOf(connection),
    ...connection.branches.flatMap((branch) => branchFindings(branch, connection.kind, now)),
  ]);
}

function lineOf({ title, kind, state, trouble, troubleText, lastEventAt }: KnownConnection): NewFinding {
  const known = { name: title, connectionKind: kind };
  if (state === 'working') return findingOf('connections', 'connection_works', 'good', { ...known, at: lastEventAt });
  const tone = state === 'broken' ? 'bad' : 'attention';
  return findingOf('connections', 'connection_trouble', tone, {
    ...known,
    connectionTrouble: trouble,
    text: troubleText,
  });
}

function branchFindings(branch: KnownBranch, kind: KnownConnection['kind'], now: Temporal.Instant): NewFinding[] {
  const known = { name: branch.title, connectionKind: kind };
  if (!branch.isActive) return [findingOf('connections', 'branch_off', 'attention', known)];
  const troubles: NewFinding[] = [];
  if (!branch.isLicenceActive) troubles.push(findingOf('connections', 'branch_licence', 'bad', known));
  if (branch.missingRights.length > 0)
    troubles.push(findingOf('connections', 'branch_rights', 'attention', { ...known, rights: branch.missingRights }));
  if (branch.syncError)
    troubles.push(findingOf('connections', 'branch_error', 'bad', { ...known, text: branch.syncError }));
  return [...troubles, arrivalOf(branch, kind, now)];
}

/** Whether changes of the branch arrive, and until when they were read. */
function arrivalOf(branch: KnownBranch, kind: KnownConnection['kind'], now: Temporal.Instant): NewFinding {
  const { changedUntil, lastEventAt, title: name } = branch;
  const known = { name, connectionKind: kind };
  if (changedUntil === null) return findingOf('connections', 'branch_first', 'attention', known);
  const { pollMinutes } = connectionKind(kind);
  const latest = pollMinutes === null ? null : now.subtract({ minutes: pollMinutes * MISSED_POLLS });
  const isLate = latest !== null && isBefore(Temporal.Instant.from(changedUntil), latest);
  if (isLate) return findingOf('connections', 'branch_late', 'bad', { ...known, at: changedUntil });
  if (lastEventAt === null)
    return findingOf('connections', 'branch_quiet', 'attention', { ...known, at: changedUntil });
  return findingOf('connections', 'branch_well', 'good', { ...known, at: lastEventAt });
}
