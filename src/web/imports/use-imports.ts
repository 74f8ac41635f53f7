import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type {
  ContactImport,
  ImportFormat,
  ImportId,
  ImportStart,
  OptOutImportStart,
  uploadImport,
} from '#contract/imports/calls.ts';
import { LONGEST_SEGMENT_TITLE } from '#contract/audiences/values.ts';
import { call, fetchSignedIn } from '#web/lib/api/api.ts';
import { toCallRefused } from '#web/lib/api/refused-response.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const UPLOAD_PATH: typeof uploadImport.path = '/api/v1/contacts/imports/files';

const importsQuery = infiniteQueryOptions({
  queryKey: ['contacts', 'imports'],
  queryFn: ({ pageParam }) => call('GET /api/v1/contacts/imports', { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.items),
});

export const useImports = () => useInfiniteQuery(importsQuery);

export const useImport = (importId: ImportId) =>
  useQuery({
    queryKey: ['contacts', 'import', importId],
    queryFn: () => call('GET /api/v1/contacts/imports/:importId', { params: { importId } }),
  });

/** The first rejected rows, enough to see what is wrong. */
export const useRejections = (importId: ImportId, count: number) =>
  useQuery({
    queryKey: ['contacts', 'import', importId, 'rejections'],
    queryFn: () =>
      call('GET /api/v1/contacts/imports/:importId/rejections', { params: { importId }, query: { limit: 30 } }),
    enabled: count > 0,
  });

/** The first cells that were left out. */
export const useOmissions = (importId: ImportId, count: number) =>
  useQuery({
    queryKey: ['contacts', 'import', importId, 'omissions'],
    queryFn: () =>
      call('GET /api/v1/contacts/imports/:importId/omissions', { params: { importId }, query: { limit: 30 } }),
    enabled: count > 0,
  });

/** The purpose of an imported list: it is shown by the address until the import has begun. */
export type ImportPurpose = 'opt_outs' | undefined;

/** Uploads a file, or pasted text, and opens what was read of it. */
export function useUploadImport(purpose: ImportPurpose) {
  const t = useTexts();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ file, isPasted }: { file: File; isPasted: boolean }) =>
      sendFile(file, isPasted ? '?source=paste' : ''),
    onSuccess: ({ id }) =>
      void navigate({ to: '/contacts/import/$importId', params: { importId: id }, search: { purpose } }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

/** Uploads rejected rows that a person corrected. */
export function useUploadCorrections(importId: ImportId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (file: File) => sendFile(file, `?corrects=${importId}`),
    onSuccess: refresh,
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

async function sendFile(file: File, query: string): Promise<ContactImport> {
  const form = new FormData();
  form.set('file', file);
  const response = await fetchSignedIn(`${UPLOAD_PATH}${query}`, { method: 'POST', body: form });
  if (!response.ok) throw await toCallRefused(response);
  return response.json();
}

export function useReread(importId: ImportId) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { format: ImportFormat | null; sheet?: string; hasTitles: boolean }) =>
      call('PUT /api/v1/contacts/imports/:importId/format', { params: { importId }, body }),
    onSuccess: (read) => queryClient.setQueryData(['contacts', 'import', importId], read),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

export function useStartImport(importId: ImportId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ImportStart) =>
      call('POST /api/v1/contacts/imports/:importId/start', { params: { importId }, body }),
    onSuccess: refresh,
  });
}

/** Begins to put the numbers of a draft on the ignore list. */
export function useStartOptOutImport(importId: ImportId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: OptOutImportStart) =>
      call('POST /api/v1/contacts/imports/:importId/start-opt-outs', { params: { importId }, body }),
    onSuccess: refresh,
  });
}

export function useResumeImport(importId: ImportId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call('POST /api/v1/contacts/imports/:importId/resume', { params: { importId } }),
    onSuccess: refresh,
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

export function useUndoImport(importId: ImportId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call('POST /api/v1/contacts/imports/:importId/undo', { params: { importId } }),
    onSuccess: refresh,
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'contacts');
}

/** Creates a mailing to the contacts of a list, as a draft, and opens it. */
export function useListMailing({ id, title }: ContactImport) {
  const t = useTexts();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      call('POST /api/v1/distributions', {
        body: { title: title.slice(0, LONGEST_SEGMENT_TITLE), audience: { type: 'list', importId: id } },
      }),
    onSuccess: (mailing) =>
      void navigate({ to: '/distributions/edit/$mailingId/{-$step}', params: { mailingId: mailing.id } }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

/** Saves the contacts of a list as a segment, and opens it. */
export function useListSegment({ id, title }: ContactImport) {
  const t = useTexts();
  const navigate = useNavigate();
  const isOnList = { field: 'imported_list' as const, isNot: false, values: [id] };
  return useMutation({
    mutationFn: () =>
      call('POST /api/v1/segments', {
        body: {
          title: title.slice(0, LONGEST_SEGMENT_TITLE),
          conditions: { match: 'all', groups: [{ match: 'all', conditions: [isOnList] }] },
        },
      }),
    onSuccess: (segment) => void navigate({ to: '/segments/$segmentId', params: { segmentId: segment.id } }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
