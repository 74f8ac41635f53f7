import type { MailingBulkChange } from '#contract/mailings/bulk.ts';
import { ImportId } from '#contract/imports/calls.ts';
import { MailingSettings } from '#contract/mailings/calls.ts';
import { MAILING_WIRE } from '#contract/mailings/wire.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { commonActions } from '#server/senders/changes/common-actions.ts';
import { defineSender, type SenderChanger } from '#server/senders/port.ts';
import { isOfVariant, MAILING_TEXTS } from './deciding/own-text-rules.ts';
import { isForeignVariable } from './deciding/variables.ts';
import { checkChangeable, insertDraft, remove, restore, saveIn } from './editing/actions.ts';
import { exportMailing, importMailingSettings, MailingExport } from './editing/export-rules.ts';
import { getMailing } from './editing/mailing-reads.ts';
import { listMailingPage } from './listing/list-queries.ts';
import { cancel, pause, resume } from './sending/status-actions.ts';
import { isOver } from './storage/alive.ts';
import { listMailingsById } from './storage/mailing-list-reads.ts';
import { findMailingForUpdate, setMailingTestPhones } from './storage/queries.ts';
import type { StoredMailing } from './storage/stored-mailings.ts';

/** Sets the numbers that a test of the mailing goes to. One that is over has no more tests. */
const setTestPhones =
  (testPhones: string[]): SenderChanger<StoredMailing> =>
  async (scope, { id, status }) => {
    if (isOver(status)) throw new Problem('distribution.wrong_status', { status });
    await setMailingTestPhones(scope, id, testPhones, scope.clock.now());
  };

/** A mailing at work is paused when it is deleted. */
const isAtWork = ({ status }: StoredMailing) => status === 'working' || status === 'waiting';

export const mailingSender = defineSender<StoredMailing, MailingBulkChange, MailingExport>({
  kind: 'mailing',
  wire: MAILING_WIRE,
  settings: MailingSettings,
  findForUpdate: findMailingForUpdate,
  get: getMailing,
  checkChangeable,
  async prepareOld(scope, _, old) {
    const { startsAt, useBy } = old.timing;
    const now = scope.clock.now();
    const ahead = (at: string | null) => (at !== null && isBefore(now, Temporal.Instant.from(at)) ? at : null);
    return { ...old, timing: { ...old.timing, startsAt: ahead(startsAt), useBy: ahead(useBy) } };
  },
  actions: {
    ...commonActions<StoredMailing>({ pause, resume, remove, restore, setTestPhones }),
    cancel: { prepare: () => cancel, undo: () => [] },
    delete: {
      prepare: () => remove,
      undo: (mailings) => [
        { change: { action: 'restore' }, rows: mailings },
        { change: { action: 'continue' }, rows: mailings.filter(isAtWork) },
      ],
    },
  },
  texts: {
    ...MAILING_TEXTS,
    list: listMailingPage,
    describe: ({ status }) => ({
      problem: isOver(status) ? { code: 'distribution.wrong_status', details: { status } } : null,
    }),
    // The texts of an A/B test are fixed by the start, as everything that divides the list of recipients.
    loadAllowed: async () => ({
      in: ({ startedAt }) => ({
        isForeign: isForeignVariable,
        isFixed: (path) => startedAt !== null && isOfVariant(path),
      }),
    }),
  },
  copying: {
    exported: MailingExport,
    listById: listMailingsById,
    exportOf: exportMailing,
    notices: { offered: 'mailings_offered', taken: 'mailings_taken' },
    describe: ({ settings: { experiment } }) => ({ variants: experiment?.variants.length ?? 0 }),
    importFrom(scope, exported, imageId) {
      const settings = importMailingSettings(exported, { imageId, unchosen: newId(ImportId) });
      return insertDraft(scope, { title: exported.title, settings, testPhones: [] });
    },
    remove,
  },
  save: (scope, mailing, next) => saveIn(scope, mailing, { ...next, testPhones: mailing.testPhones }),
});
