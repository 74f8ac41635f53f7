import { useState } from 'react';
import { traitsOf } from '#contract/channels/kinds.ts';
import { nameProblems, type TemplateProblem, templateProblems } from '#contract/templates/rules.ts';
import type { MessageTemplate, TemplateDraft, TemplateParts } from '#contract/templates/calls.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { faultText, problemsIn, refusalText } from './template-words.ts';
import { useSaveDraft, useSubmitDraft, useTemplateDrafts, type WrittenTemplate } from './use-templates.ts';

export type TemplateFormOptions = {
  /** Null: a new template, of which nothing is saved yet. */
  draft: TemplateDraft | null;
  initial: WrittenTemplate;
  /** @param parts as they were written: they name the variables of the placeholders */
  onSubmitted: (template: MessageTemplate, parts: TemplateParts) => void;
};

/** A template that is being written: its faults, and the ways to save and to submit it; null while channels load. */
export function useTemplateForm({ draft: given, initial, onSubmitted }: TemplateFormOptions) {
  const t = useTexts();
  const channels = useChannels();
  const drafts = useTemplateDrafts();
  const save = useSaveDraft();
  const submit = useSubmitDraft();
  const [draft, setDraft] = useState(given);
  const [written, setWritten] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [found, setFound] = useState<readonly TemplateProblem[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const writable = (channels.data ?? []).filter(({ kind }) => traitsOf(kind).templates);
  const channel = writable.find(({ id }) => id === written.channelId) ?? writable[0];
  const limits = channel && traitsOf(channel.kind).templates;
  if (!channel || !limits) return null;

  const isChange = draft?.isChange ?? false;
  const blocked = drafts.data?.blockedNames.find(
    ({ channelId, name }) => channelId === channel.id && name === written.name,
  );
  const problems: TemplateProblem[] = [
    ...(isChange ? [] : nameProblems(written.name, limits)),
    ...templateProblems(written.parts, limits),
    ...found,
  ];

  async function store(): Promise<TemplateDraft> {
    const stored = await save.mutateAsync({ draft, written });
    setDraft(stored);
    return stored;
  }

  async function saveDraft(): Promise<void> {
    setFailure(null);
    try {
      await store();
      toast.success({ title: t('templates:draft_saved') });
    } catch (error) {
      setFailure(error);
    }
  }

  async function send(): Promise<void> {
    setChecked(true);
    setFailure(null);
    if (problems.length > 0 || blocked) return;
    try {
      const { id } = await store();
      const template = await submit.mutateAsync(id);
      toast.success({ title: t('templates:submitted'), description: t('templates:in_review') });
      onSubmitted(template, written.parts);
    } catch (error) {
      setFound(problemsIn(error));
      setFailure(error);
    }
  }

  return {
    draft,
    written,
    channel,
    writable,
    limits,
    isChange,
    blockedUntil: blocked?.until,
    isBusy: save.isPending || submit.isPending,
    /** Fields to mend; 0 before the first attempt to submit. */
    wrongCount: isChecked ? new Set(problems.map(({ field }) => field)).size : 0,
    failureText: failure !== null && found.length === 0 ? refusalText(failure, t) : null,
    /** The faults of a field in words: empty fields only after an attempt to submit. */
    errorOf: (field: string) => {
      const shown = problems.filter((one) => one.field === field && (isChecked || one.fault !== 'required'));
      return shown.map((problem) => faultText(problem, t)).join('. ') || undefined;
    },
    change: (changed: Partial<WrittenTemplate>) => {
      setFound([]);
      setWritten((before) => ({ ...before, ...changed }));
    },
    saveDraft,
    send,
  };
}
