import { useMutation } from '@tanstack/react-query';
import type { UploadedImage, uploadDocument, uploadImage } from '#contract/flow-trials.ts';
import { fetchSignedIn } from '#web/lib/api.ts';
import { toCallRefused } from '#web/lib/call-errors.ts';

const UPLOAD_PATHS: { image: typeof uploadImage.path; document: typeof uploadDocument.path } = {
  image: '/api/v1/flows/images',
  document: '/api/v1/flows/documents',
};

/** Stores a picture or a document that a message will carry. */
export const useUpload = () =>
  useMutation({
    mutationFn: async ({ file, kind }: { file: File; kind: 'image' | 'document' }): Promise<UploadedImage> => {
      const form = new FormData();
      form.set('file', file);
      const response = await fetchSignedIn(UPLOAD_PATHS[kind], { method: 'POST', body: form });
      if (!response.ok) throw await toCallRefused(response);
      return response.json();
    },
  });
