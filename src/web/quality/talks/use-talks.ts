import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { saveRecording } from '#contract/quality/recordings.ts';
import type { importChats, RecordingId, Talk, TalkId } from '#contract/quality/talks.ts';
import type { TalkKind, TalkSource } from '#contract/quality/values.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { useFail, useRefresh } from '#web/quality/use-shared.ts';

const IMPORT_TIMEOUT_MS = 120_000;

export const useTalks = (kind: TalkKind, source: TalkSource) =>
  useInfiniteQuery(
    pagesQuery(['quality', 'talks', kind, source], (cursor) =>
      call('GET /api/v1/quality/talks', { query: { kind, source, cursor } }),
    ),
  );

export const useTalk = (talkId: TalkId) =>
  useQuery({
    queryKey: ['quality', 'talk', talkId],
    queryFn: () => call('GET /api/v1/quality/talks/:talkId', { params: { talkId } }),
  });

/** Deletes for good; the page asks first. */
export function useDeleteTalk() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id: talkId }: Talk) => call('DELETE /api/v1/quality/talks/:talkId', { params: { talkId } }),
    onSuccess: refresh,
    onError: useFail(),
  });
}

/** Reads a file of chats; without employees it is only looked at. */
export function useImportChats() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof importChats.body>) =>
      call('POST /api/v1/quality/chats', { body, timeoutMs: IMPORT_TIMEOUT_MS }),
    onSuccess: (_found, { employees }) => (employees.length > 0 ? refresh() : undefined),
  });
}

export const useRecordings = () =>
  useInfiniteQuery(
    pagesQuery(['quality', 'recordings'], (cursor) => call('GET /api/v1/quality/recordings', { query: { cursor } })),
  );

/** With what its player needs. @param recordingId null: of a chat, nothing is read */
export const useRecording = (recordingId: RecordingId | null) =>
  useQuery({
    queryKey: ['quality', 'recording', recordingId],
    queryFn: () =>
      call('GET /api/v1/quality/recordings/:recordingId', { params: { recordingId: recordingId as RecordingId } }), // NOTE: not asked without one
    enabled: recordingId !== null,
    // NOTE: the address of the sound stays while it plays
    refetchOnWindowFocus: false,
  });

export function useSaveRecording(recordingId: RecordingId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof saveRecording.body>) =>
      call('PATCH /api/v1/quality/recordings/:recordingId', { params: { recordingId }, body }),
    onSuccess: refresh,
  });
}

export function useRetryRecording() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (recordingId: RecordingId) =>
      call('POST /api/v1/quality/recordings/:recordingId/retry', { params: { recordingId } }),
    onSettled: refresh,
    onError: useFail(),
  });
}

/** Deletes for good; the page asks first. */
export function useDeleteRecording() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (recordingId: RecordingId) =>
      call('DELETE /api/v1/quality/recordings/:recordingId', { params: { recordingId } }),
    onSuccess: refresh,
    onError: useFail(),
  });
}

export const useQualitySettings = () =>
  useQuery({ queryKey: ['quality', 'settings'], queryFn: () => call('GET /api/v1/quality/settings') });

export function useSaveQualitySettings() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { audioDays: number }) => call('PUT /api/v1/quality/settings', { body }),
    onSuccess: refresh,
  });
}
