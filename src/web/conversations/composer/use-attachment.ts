import { useState } from 'react';
import type { ChannelLimits } from '#contract/channels/kind.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { checkFile } from './attachment-check.ts';
import type { Attachment } from './outbox.ts';

const MEGABYTES_BEFORE_KNOWN = 5;

export type Attaching = {
  attachment: Attachment | null;
  /** Why a file was not taken. */
  problem: string | null;
  take: (file: File | null) => void;
  /** Puts back the file of a bubble that was not sent; null: it was sent, and its picture is drawn by the bubble now. */
  set: (attachment: Attachment | null) => void;
  remove: () => void;
};

/**
 * One file of an answer, checked against the channel's limits before anything is uploaded.
 *
 * @param limits of the channel; undefined: it takes no files
 */
export function useAttachment(limits: ChannelLimits | undefined): Attaching {
  const t = useTexts();
  const config = clientConfig();
  const [attachment, setAttachment] = useState<Attachment | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function set(next: Attachment | null): void {
    setAttachment(next);
    setProblem(null);
  }
  function take(file: File | null): void {
    if (!file || !limits) return;
    const check = checkFile(file, limits, config?.maxFileMegabytes ?? MEGABYTES_BEFORE_KNOWN);
    if (check.problem) {
      const megabytes = check.problem === 'too_big' ? check.megabytes : 0;
      return setProblem(t(`conversations:file.problem.${check.problem}`, { megabytes }));
    }
    const { kind } = check;
    const previewUrl = kind === 'image' ? URL.createObjectURL(file) : null;
    set({ kind, name: file.name, sizeBytes: file.size, previewUrl, file });
  }
  return {
    attachment,
    problem,
    take,
    set,
    remove: () => {
      if (attachment?.previewUrl) URL.revokeObjectURL(attachment.previewUrl);
      set(null);
    },
  };
}
